import { Box, Flex, Tabs, Typography } from '@strapi/design-system';
import { useEffect, useState } from 'react';
import type { MapNode } from '../shared/topic-map';
import type { Drawing, Selection } from './drawing/drawing';
import type { Graph } from './graph';
import { NodeDetails } from './node-details';
import { Outline } from './outline';
import { RelationDetails } from './relation-details';
import type { useView } from './use-view';
import type { useRights } from './use-writes';
import { useWords } from './words';

interface Props {
  graph: Graph;
  view: ReturnType<typeof useView>;
  rights: ReturnType<typeof useRights>;
  pixelOf: Drawing['pixelOf'] | undefined;
  onGoTo(key: string): void;
  onRelate(from: MapNode): void;
  onEdit(documentId: string): void;
  onRemove(documentId: string): Promise<void>;
}

/** The panel next to the map: the selection, and the whole map as a list. */
export function SidePanel({ graph, view, pixelOf, onGoTo, ...rest }: Props) {
  const { text } = useWords();
  const [tab, setTab] = useState('list');
  const { selection } = view;
  useEffect(() => {
    if (selection) setTab('chosen');
  }, [selection]);
  const choose = (next: Selection) => {
    if (next && 'node' in next) onGoTo(next.node);
    else view.select(next);
  };
  return (
    <Box
      tag="aside"
      aria-label={text('side')}
      width="36rem"
      shrink={0}
      background="neutral0"
      borderColor="neutral150"
      hasRadius
      overflow="auto"
    >
      <Tabs.Root value={tab} onValueChange={setTab} variant="simple">
        <Tabs.List aria-label={text('side')}>
          <Tabs.Trigger value="chosen">{text('chosen')}</Tabs.Trigger>
          <Tabs.Trigger value="list">{text('list')}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="chosen">
          <Box padding={4}>
            <SelectionDetails graph={graph} view={view} onChoose={choose} {...rest} />
          </Box>
        </Tabs.Content>
        <Tabs.Content value="list">
          <Box padding={4}>
            <Outline graph={graph} visible={view.visible} selection={selection} pixelOf={pixelOf} onSelect={choose} />
          </Box>
        </Tabs.Content>
      </Tabs.Root>
    </Box>
  );
}

interface SelectionDetailsProps extends Omit<Props, 'pixelOf' | 'onGoTo'> {
  onChoose(selection: Selection): void;
}

function SelectionDetails({ graph, view, rights, onChoose, ...on }: SelectionDetailsProps) {
  const { onRelate, onEdit, onRemove } = on;
  const { text } = useWords();
  const { selection, focus, setFocus } = view;
  const node = selection && 'node' in selection ? graph.byKey.get(selection.node) : undefined;
  const relation = selection && 'relation' in selection ? graph.byDocument.get(selection.relation) : undefined;
  if (node)
    return (
      <NodeDetails
        graph={graph}
        node={node}
        isFocus={focus?.key === node.key}
        mayCreate={rights.create}
        onSelect={onChoose}
        onFocus={(key) => setFocus(key === null ? null : { key, steps: focus?.steps ?? 1 })}
        onRelate={onRelate}
      />
    );
  if (relation)
    return (
      <RelationDetails
        graph={graph}
        relation={relation}
        mayUpdate={rights.update}
        mayRemove={rights.remove}
        onSelect={onChoose}
        onEdit={() => onEdit(relation.documentId)}
        onRemove={() => onRemove(relation.documentId)}
      />
    );
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography textColor="neutral700">{text('nothing')}</Typography>
      <Typography textColor="neutral600" variant="pi">
        {text(rights.create ? 'help.editor' : 'help')}
      </Typography>
    </Flex>
  );
}
