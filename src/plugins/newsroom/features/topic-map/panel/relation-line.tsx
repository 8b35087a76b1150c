import { Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { MapNode, MapRelation } from '../shared/topic-map';
import type { Graph } from './graph';
import { KindSymbol } from './symbol';
import { useWords } from './words';

/** A line of a list that selects something on the map. */
export const LineButton = styled.button`
  display: flex;
  align-items: center;
  gap: 0.8rem;
  width: 100%;
  min-height: 3.2rem;
  padding: 0.4rem 0.8rem;
  text-align: start;
  border-radius: 0.4rem;
  cursor: pointer;
  &:hover,
  &[aria-current='true'] {
    background: ${({ theme }) => theme.colors.primary100};
  }
`;

/** A node in a list. */
export const NodeLine = ({ node, isChosen, onChoose, ...place }: NodeLineProps) => {
  const { nameOf } = useWords();
  return (
    <LineButton type="button" aria-current={isChosen} onClick={onChoose} data-node={node.key} {...place}>
      <KindSymbol kind={node.kind} />
      <Typography ellipsis textColor="neutral800">
        {nameOf(node)}
      </Typography>
    </LineButton>
  );
};

interface NodeLineProps {
  node: MapNode;
  isChosen?: boolean;
  onChoose(): void;
  'data-x'?: number;
  'data-y'?: number;
}

/** A relation in a list: its two ends and its weight. */
export function RelationLine({ graph, relation, isChosen, onChoose }: RelationLineProps) {
  const { nameOf, text } = useWords();
  const name = (key: string) => {
    const node = graph.byKey.get(key);
    return node ? nameOf(node) : key;
  };
  return (
    <LineButton type="button" aria-current={isChosen} onClick={onChoose} data-relation={relation.number}>
      <Flex direction="column" alignItems="stretch" style={{ minWidth: 0, flex: 1 }}>
        <Typography textColor="neutral800" ellipsis>
          {name(relation.from)}
        </Typography>
        <Typography textColor="neutral800" ellipsis>
          <span role="img" aria-label={text(relation.isDirectional ? 'leads-to' : 'and')}>
            {relation.isDirectional ? '→ ' : '↔ '}
          </span>
          {name(relation.to)}
        </Typography>
      </Flex>
      {relation.weight !== null && (
        <Typography variant="pi" textColor="neutral600" aria-label={text('weight.value', { weight: relation.weight })}>
          {relation.weight}
        </Typography>
      )}
    </LineButton>
  );
}

interface RelationLineProps {
  graph: Graph;
  relation: MapRelation;
  isChosen?: boolean;
  onChoose(): void;
}
