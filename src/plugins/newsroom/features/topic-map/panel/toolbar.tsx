import { Box, Button, Flex, SingleSelect, SingleSelectOption, Tag } from '@strapi/design-system';
import { ArrowsCounterClockwise, Cross, Pencil, Search } from '@strapi/icons';
import type { MapNode } from '../shared/topic-map';
import { NodePicker } from './node-picker';
import { useWords } from './words';

interface Props {
  nodes: MapNode[];
  focus: { node: MapNode; steps: number } | null;
  mayDraw: boolean;
  isDrawing: boolean;
  onFind(node: MapNode): void;
  onFocus(focus: { key: string; steps: number } | null): void;
  onDraw(isDrawing: boolean): void;
  onRearrange(): void;
}

const STEPS = [1, 2, 3];

/** Search, focus and the actions on the map. */
export function Toolbar({ nodes, focus, mayDraw, isDrawing, onFind, onFocus, onDraw, onRearrange }: Props) {
  const { nameOf, text } = useWords();
  return (
    <Flex gap={3} wrap="wrap" role="toolbar" aria-label={text('toolbar')}>
      <Box width="34rem">
        <NodePicker
          label={text('search')}
          isLabelHidden
          placeholder={text('search')}
          nodes={nodes}
          value={null}
          onChoose={(node) => node && onFind(node)}
          startAction={<Search aria-hidden />}
        />
      </Box>
      {focus && (
        <>
          <Tag icon={<Cross />} label={text('focus.clear')} onClick={() => onFocus(null)}>
            {text('focus.of', { name: nameOf(focus.node) })}
          </Tag>
          <SingleSelect
            aria-label={text('focus.steps')}
            value={String(focus.steps)}
            size="S"
            onChange={(value) => onFocus({ key: focus.node.key, steps: Number(value) })}
          >
            {STEPS.map((steps) => (
              <SingleSelectOption key={steps} value={String(steps)}>
                {text('steps', { count: steps })}
              </SingleSelectOption>
            ))}
          </SingleSelect>
        </>
      )}
      <Flex gap={2} style={{ marginInlineStart: 'auto' }}>
        <Button variant="tertiary" startIcon={<ArrowsCounterClockwise />} onClick={onRearrange}>
          {text('rearrange')}
        </Button>
        {mayDraw && (
          <Button
            variant={isDrawing ? 'default' : 'secondary'}
            aria-pressed={isDrawing}
            startIcon={<Pencil />}
            onClick={() => onDraw(!isDrawing)}
          >
            {text('draw')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
