import type { MapRelation, Membership, NodeKind, TopicMap } from '../../shared/topic-map';

/** What the drawing is made of, in the words of the graph library. */
export interface Shapes {
  nodes: { data: { id: string; kind: NodeKind; label: string; size: number } }[];
  edges: { data: EdgeData }[];
}

interface EdgeData {
  id: string;
  source: string;
  target: string;
  tie: 'membership' | 'relation';
  isDirectional?: boolean;
  width?: number;
  /** How far it swings away from the straight line, so that none covers another. */
  bend?: number;
}

const SIZES: Record<NodeKind, number> = {
  'general-topic': 44,
  'specific-topic': 26,
  act: 18,
  bill: 20,
  vote: 22,
  other: 18,
};

const LEAST_WIDTH = 2;
const MOST_WIDTH = 8;
const BEND = 26;

export const idOfRelation = ({ documentId }: Pick<MapRelation, 'documentId'>): string => `r:${documentId}`;
export const isRelation = (id: string): boolean => id.startsWith('r:');
export const documentIn = (id: string): string => id.slice(2);

const idOfMembership = ({ from, to }: Membership): string => `m:${from}>${to}`;

/** The shapes of a map; `labelOf` says what stands below a node. */
export function shapesOf(map: TopicMap, labelOf: (node: TopicMap['nodes'][number]) => string): Shapes {
  const widest = Math.max(5, ...map.relations.map(({ weight }) => weight ?? 0));
  const swings = new Map<string, number>();
  const bendOf = (pair: string): number => {
    const count = (swings.get(pair) ?? 0) + 1;
    swings.set(pair, count);
    return BEND * count;
  };
  return {
    nodes: map.nodes.map((node) => ({
      data: { id: node.key, kind: node.kind, label: shortened(labelOf(node)), size: SIZES[node.kind] },
    })),
    edges: [
      ...map.memberships.map((membership) => ({
        data: {
          id: idOfMembership(membership),
          source: membership.from,
          target: membership.to,
          tie: 'membership' as const,
        },
      })),
      ...map.relations.map((relation) => ({
        data: {
          id: idOfRelation(relation),
          source: relation.from,
          target: relation.to,
          tie: 'relation' as const,
          isDirectional: relation.isDirectional,
          width: widthOf(relation.weight, widest),
          bend: bendOf(`${relation.from} ${relation.to}`),
        },
      })),
    ],
  };
}

/** The part of the shapes between visible nodes. */
export const shapesWithin = ({ nodes, edges }: Shapes, visible: ReadonlySet<string>): Shapes => ({
  nodes: nodes.filter(({ data }) => visible.has(data.id)),
  edges: edges.filter(({ data }) => visible.has(data.source) && visible.has(data.target)),
});

const widthOf = (weight: number | null, widest: number): number =>
  LEAST_WIDTH + (MOST_WIDTH - LEAST_WIDTH) * Math.max(0, Math.min(1, (weight ?? 0) / widest));

const LONGEST = 24;

const shortened = (label: string): string => (label.length > LONGEST ? `${label.slice(0, LONGEST - 1)}…` : label);
