import type { MapNode, MapRelation, NodeKind, TopicMap } from '../shared/topic-map';

/** The map with its indexes. */
export interface Graph extends TopicMap {
  byKey: ReadonlyMap<string, MapNode>;
  byDocument: ReadonlyMap<string, MapRelation>;
  /** The keys of each node's neighbours, by membership or relation. */
  neighbours: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the name of a node is made of. */
export type NamedNode = Pick<MapNode, 'kind' | 'number' | 'title' | 'date'>;

/** Which part of the map is visible. */
export interface Filter {
  hidden: ReadonlySet<NodeKind>;
  /** Only this node and everything within this number of steps. */
  focus: { key: string; steps: number } | null;
}

/** Builds the indexes. */
export function graphOf(map: TopicMap): Graph {
  const neighbours = new Map<string, Set<string>>(map.nodes.map(({ key }) => [key, new Set<string>()]));
  for (const { from, to } of [...map.memberships, ...map.relations]) {
    neighbours.get(from)?.add(to);
    neighbours.get(to)?.add(from);
  }
  return {
    ...map,
    byKey: new Map(map.nodes.map((node) => [node.key, node])),
    byDocument: new Map(map.relations.map((relation) => [relation.documentId, relation])),
    neighbours,
  };
}

/** Returns the keys of the nodes that pass the filter. Hidden kinds do not count as steps; the focus is always visible. */
export function visibleIn(graph: Graph, { hidden, focus }: Filter): Set<string> {
  const shown = new Set(graph.nodes.filter(({ kind }) => !hidden.has(kind)).map(({ key }) => key));
  if (!focus || !graph.byKey.has(focus.key)) return shown;
  let reached = new Set([focus.key]);
  for (let step = 0; step < focus.steps; step += 1) {
    const next = [...reached].flatMap((key) => [...(graph.neighbours.get(key) ?? [])]).filter((key) => shown.has(key));
    reached = new Set([...reached, ...next]);
  }
  return reached;
}

/** Returns a node's relations, and its neighbours by membership. */
export function connectionsOf(graph: Graph, key: string): { relations: MapRelation[]; members: MapNode[] } {
  const members = graph.memberships
    .filter(({ from, to }) => from === key || to === key)
    .map(({ from, to }) => graph.byKey.get(from === key ? to : from))
    .filter((node) => node !== undefined);
  return { relations: graph.relations.filter(({ from, to }) => from === key || to === key), members };
}

/** Finds nodes whose name contains the words or whose public identifier they are; names that start with them come first. */
export function search<N extends { number: number }>(nodes: N[], nameOf: (node: N) => string, words: string): N[] {
  const needle = words.trim().toLowerCase();
  if (needle === '') return nodes;
  const places = nodes.map((node) => ({
    node,
    place: String(node.number) === needle ? 0 : nameOf(node).toLowerCase().indexOf(needle),
  }));
  return places
    .filter(({ place }) => place >= 0)
    .sort((one, other) => Number(one.place > 0) - Number(other.place > 0))
    .map(({ node }) => node);
}

/** What the key of a node that is not on the map tells of it. */
export function nodeOfKey(key: string): NamedNode {
  const [kind, ...rest] = key.split(':');
  return {
    kind: kind as MapNode['kind'],
    number: Number(rest.at(-1)),
    title: rest.slice(0, -1).join(':') || null,
    date: null,
  };
}
