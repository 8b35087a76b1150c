import type { MapNode, TopicMap } from '../shared/topic-map';
import { connectionsOf, graphOf, nodeOfKey, search, visibleIn } from './graph';

const node = (kind: MapNode['kind'], number: number, title: string): MapNode => ({
  key: `${kind}:${number}`,
  kind,
  number,
  documentId: `d${number}`,
  title,
  date: null,
});

const map: TopicMap = {
  nodes: [
    node('general-topic', 1, '勞動'),
    node('specific-topic', 2, '工時'),
    node('act', 3, '勞動基準法'),
    node('act', 4, '公司法'),
  ],
  memberships: [
    { from: 'general-topic:1', to: 'specific-topic:2' },
    { from: 'act:3', to: 'specific-topic:2' },
  ],
  relations: [
    {
      number: 9,
      documentId: 'r9',
      from: 'act:3',
      to: 'act:4',
      isDirectional: true,
      weight: 2,
      description: null,
    },
  ],
};
const graph = graphOf(map);
const visible = (filter: Parameters<typeof visibleIn>[1]) => [...visibleIn(graph, filter)].sort();

describe('the visible part', () => {
  it('is everything but the hidden kinds', () => {
    expect(visible({ hidden: new Set(['act']), focus: null })).toEqual(['general-topic:1', 'specific-topic:2']);
  });

  it('is a node and everything within a number of steps, by membership or relation', () => {
    const around = (steps: number) => visible({ hidden: new Set(), focus: { key: 'act:4', steps } });
    expect(around(1)).toEqual(['act:3', 'act:4']);
    expect(around(2)).toEqual(['act:3', 'act:4', 'specific-topic:2']);
    expect(around(3)).toHaveLength(4);
  });

  it('does not pass through a hidden kind, and keeps the node itself', () => {
    const focus = { key: 'act:4', steps: 3 };
    expect(visible({ hidden: new Set(['act']), focus })).toEqual(['act:4']);
  });

  it('is everything when the node does not exist', () => {
    expect(visible({ hidden: new Set(), focus: { key: 'act:99', steps: 1 } })).toHaveLength(4);
  });
});

it('lists the relations and memberships of a node', () => {
  const { relations, members } = connectionsOf(graph, 'act:3');
  expect([relations.map(({ number }) => number), members.map(({ key }) => key)]).toEqual([[9], ['specific-topic:2']]);
});

describe('a search', () => {
  const titles = (words: string) => search(map.nodes, ({ title }) => title ?? '', words).map(({ title }) => title);

  it.each([
    ['法', ['勞動基準法', '公司法']],
    ['勞動', ['勞動', '勞動基準法']],
    ['基準', ['勞動基準法']],
    ['4', ['公司法']],
    [' ', ['勞動', '工時', '勞動基準法', '公司法']],
    ['沒有', []],
  ])('"%s"', (words, expected) => {
    expect(titles(words)).toEqual(expected);
  });
});

it('names a node that is gone by its key', () => {
  expect(nodeOfKey('act:12')).toEqual({ kind: 'act', number: 12, title: null, date: null });
  expect(nodeOfKey('other:Petition:3')).toEqual({ kind: 'other', number: 3, title: 'Petition', date: null });
});
