import type { MapRelation, Membership, NodeKind, TopicMap } from '../../shared/topic-map';

/** The nodes and edges of the drawing, in the format of Cytoscape. */
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
  /** Distance of the curve from the straight line, so that parallel edges do not overlap. */
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

const MIN_WIDTH = 2;
const MAX_WIDTH = 8;
const BEND = 26;

export const idOfRelation = ({ documentId }: Pick<MapRelation, 'documentId'>): string => `r:${documentId}`;
export const isRelation = (id: string): boolean => id.startsWith('r:');
export const documentIn = (id: string): string => id.slice(2);

const idOfMembership = ({ from, to }: Membership): string => `m:${from}>${to}`;

/** Builds the shapes of a map; `labelOf` returns the label below a node. */
export function shapesOf(map: TopicMap, labelOf: (node: TopicMap['nodes'][number]) => string): Shapes {
  const widest = Math.max(5, ...map.relations.map(({ weight }) => weight ?? 0));
  const counts = new Map<string, number>();
  const bendOf = (pair: string): number => {
    const count = (counts.get(pair) ?? 0) + 1;
    counts.set(pair, count);
    return BEND * count;
  };
  return {
    nodes: map.nodes.map((node) => ({
      data: { id: node.key, kind: node.kind, label: truncate(labelOf(node)), size: SIZES[node.kind] },
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

/** Returns the visible nodes and the edges between them. */
export const visibleShapes = ({ nodes, edges }: Shapes, visible: ReadonlySet<string>): Shapes => ({
  nodes: nodes.filter(({ data }) => visible.has(data.id)),
  edges: edges.filter(({ data }) => visible.has(data.source) && visible.has(data.target)),
});

const widthOf = (weight: number | null, widest: number): number =>
  MIN_WIDTH + (MAX_WIDTH - MIN_WIDTH) * Math.max(0, Math.min(1, (weight ?? 0) / widest));

const MAX_LABEL_LENGTH = 24;

const truncate = (label: string): string =>
  label.length > MAX_LABEL_LENGTH ? `${label.slice(0, MAX_LABEL_LENGTH - 1)}…` : label;
