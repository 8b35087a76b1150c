import type { MapNode, MapRelation, NodeKind, TopicMap } from '../shared/topic-map';

/** The map with ways to look things up. */
export interface Graph extends TopicMap {
  byKey: ReadonlyMap<string, MapNode>;
  byDocument: ReadonlyMap<string, MapRelation>;
  /** The keys that each node is tied to, by whatever kind of tie. */
  neighbours: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What of the map is to be seen. */
export interface Filter {
  hidden: ReadonlySet<NodeKind>;
  /** Only this node and what is at most so many steps away. */
  focus: { key: string; steps: number } | null;
}

/** Makes the map ready for look-ups. */
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

/** The keys of the nodes that a filter leaves. Kinds are hidden before steps are counted; the focus itself always stays. */
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

/** A node's relations, and the nodes that it is tied to by membership. */
export function tiesOf(graph: Graph, key: string): { relations: MapRelation[]; members: MapNode[] } {
  const members = graph.memberships
    .filter(({ from, to }) => from === key || to === key)
    .map(({ from, to }) => graph.byKey.get(from === key ? to : from))
    .filter((node) => node !== undefined);
  return { relations: graph.relations.filter(({ from, to }) => from === key || to === key), members };
}

/** Nodes whose name has the words, or whose identifier is the number; those that begin with them first. */
export function search<N extends { number: number }>(nodes: N[], nameOf: (node: N) => string, words: string): N[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return nodes;
  const places = nodes.map((node) => ({
    node,
    place: String(node.number) === wanted ? 0 : nameOf(node).toLowerCase().indexOf(wanted),
  }));
  return places
    .filter(({ place }) => place >= 0)
    .sort((one, other) => Number(one.place > 0) - Number(other.place > 0))
    .map(({ node }) => node);
}
