import { registerPlanResources, sourceOf, topic } from '../../../../../../../tests/support/plan-resources';
import { newState } from './state';
import { addTooMany, isUnconfirmed, unconfirmedOf } from './sync-limit';

beforeAll(registerPlanResources);

describe('what is said of too many records that would go', () => {
  const faultOf = (limit: number | undefined) => {
    const state = newState({ takesFile: false, restoresDeleted: false, sourceName: 'lis' });
    const extent = { known: 100, own: 6, dependents: 2, limit, examples: ['A', 'B'] };
    addTooMany(state, sourceOf(topic, []), extent);
    return state.faults[0];
  };

  it('is also there in its parts, for other languages', () => {
    const details = { resource: 'topics', source: 'lis', file: 'topics.json', own: 6, known: 100, dependents: 2 };
    const first = '"A", "B", …';
    expect(faultOf(undefined)).toMatchObject({
      message: expect.stringContaining('at most 5, or 25 with what belongs to them, would be removed'),
      details: { ...details, first, most: 5, mostInAll: 25 },
    });
    expect(faultOf(3)).toMatchObject({
      message: expect.stringContaining('at most 3 would be removed'),
      details: { ...details, first, most: 3, mostInAll: 0 },
    });
  });
});

describe('how many records that a source no longer has go without confirmation', () => {
  it.each([
    [1, 1],
    [39, 1],
    [100, 5],
    [4_000, 20],
  ])('of %i: %i', (known, expected) => {
    expect(unconfirmedOf(known)).toBe(expected);
  });

  it.each([
    [{ known: 100, own: 5, dependents: 0 }, true],
    [{ known: 100, own: 6, dependents: 0 }, false],
    [{ known: 100, own: 5, dependents: 20 }, true],
    [{ known: 100, own: 5, dependents: 21 }, false],
    // One may always go, with all that belongs to it: a topic with many directions.
    [{ known: 3, own: 1, dependents: 60 }, true],
    [{ known: 3, own: 2, dependents: 0 }, false],
  ])('%j: %s', (extent, expected) => {
    expect(isUnconfirmed(extent)).toBe(expected);
  });
});
