import type { MapNode } from '../shared/topic-map';
import { formOf, hasOtherEnds } from './relation-values';

const act = (number: number): MapNode => ({
  ...{ key: `act:${number}`, kind: 'act', number, documentId: `d${number}`, title: `法 ${number}`, date: null },
});
const [a, b, c] = [act(1), act(2), act(3)];

describe('the draft of a new relation whose dialog is opened', () => {
  it.each([
    ['without ends', { from: 'act:1', to: 'act:2' }, { from: null, to: null }, false],
    ['for the same ends', { from: 'act:1', to: 'act:2' }, { from: a, to: b }, false],
    ['from its start', { from: 'act:1', to: 'act:2' }, { from: a, to: null }, false],
    ['from another start', { from: 'act:1', to: 'act:2' }, { from: c, to: null }, true],
    ['from its end', { from: 'act:1', to: 'act:2' }, { from: b, to: null }, true],
    ['to another end', { from: 'act:1', to: 'act:2' }, { from: a, to: c }, true],
    ['the other way round', { from: 'act:1', to: 'act:2' }, { from: b, to: a }, true],
    ['for ends that it has not', { description: '說明' }, { from: a, to: b }, false],
    ['from the end that it has alone', { to: 'act:1' }, { from: a, to: null }, true],
  ])('%s', (_, draft, ends, expected) => {
    expect(hasOtherEnds(draft, ends)).toBe(expected);
  });

  it('keeps chosen ends that it does not name, and leaves those to be chosen that are not on the map any more', () => {
    const values = { from: null, to: 'act:9', is_directional: false, weight: 4, description: null };
    expect(formOf(values, [a, b], { from: a, to: b })).toEqual({
      ...{ from: a, to: null, draft: { isDirectional: false, weight: 4, description: '' } },
    });
  });
});
