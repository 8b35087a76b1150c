import { Box, Button, Field, Flex, Typography } from '@strapi/design-system';
import { useState } from 'react';
import type { Drawing, Selection } from './drawing/drawing';
import type { Graph } from './graph';
import { search } from './graph';
import { NodeLine, RelationLine } from './relation-line';
import { useWords } from './words';

interface Props {
  graph: Graph;
  visible: ReadonlySet<string>;
  selection: Selection;
  /** Returns a node's place on the screen; undefined until the map is drawn. */
  pixelOf?: Drawing['pixelOf'];
  onSelect(selection: Selection): void;
}

const STEP = 60;

/** The map as lists, for people who cannot see it or do not use a mouse. */
export function Outline({ graph, visible, selection, pixelOf, onSelect }: Props) {
  const { nameOf, text } = useWords();
  const [words, setWords] = useState('');
  const name = (key: string) => {
    const node = graph.byKey.get(key);
    return node ? nameOf(node) : '';
  };
  const relations = graph.relations.filter(({ from, to }) => visible.has(from) && visible.has(to));
  const nodes = graph.nodes.filter(({ key }) => visible.has(key));
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <TextFilter label={text('outline.filter')} value={words} onChange={setWords} />
      <IncrementalList
        title={text('relations', { count: relations.length })}
        items={search(relations, ({ from, to }) => `${name(from)} ${name(to)}`, words)}
      >
        {(relation) => (
          <RelationLine
            key={relation.documentId}
            graph={graph}
            relation={relation}
            isChosen={selection !== null && 'relation' in selection && selection.relation === relation.documentId}
            onChoose={() => onSelect({ relation: relation.documentId })}
          />
        )}
      </IncrementalList>
      <IncrementalList title={text('nodes', { count: nodes.length })} items={search(nodes, nameOf, words)}>
        {(node) => {
          const pixel = pixelOf?.(node.key);
          return (
            <NodeLine
              key={node.key}
              node={node}
              data-x={pixel?.x}
              data-y={pixel?.y}
              isChosen={selection !== null && 'node' in selection && selection.node === node.key}
              onChoose={() => onSelect({ node: node.key })}
            />
          );
        }}
      </IncrementalList>
    </Flex>
  );
}

/** A long list that shows a part at a time. */
function IncrementalList<T>({
  title,
  items,
  children,
}: {
  title: string;
  items: T[];
  children(item: T): React.ReactNode;
}) {
  const { text } = useWords();
  const [count, setCount] = useState(STEP);
  if (items.length === 0) return null;
  return (
    <Box tag="section">
      <Typography variant="sigma" tag="h3" textColor="neutral600">
        {title}
      </Typography>
      {items.slice(0, count).map(children)}
      {items.length > count && (
        <Button variant="tertiary" size="S" onClick={() => setCount(count + 4 * STEP)}>
          {text('more', { count: items.length - count })}
        </Button>
      )}
    </Box>
  );
}

interface TextFilterProps {
  label: string;
  value: string;
  onChange(value: string): void;
}

/** A text field that filters a list as one types. */
const TextFilter = ({ label, value, onChange }: TextFilterProps) => (
  <Field.Root>
    <Field.Input
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field.Root>
);
