import { type Model, useModels } from '../sql/model';
import { emptyDisconnected, withoutNeighbours } from './relation-changes';

const relation = (kind: string, target: string) => ({ type: 'relation', relation: kind, target });

const MODELS: Record<string, Model> = {
  bill: {
    uid: 'bill',
    tableName: 'bills',
    attributes: {
      content: { type: 'json' },
      act: relation('manyToOne', 'act'),
      sponsors: relation('manyToMany', 'rep'),
      steps: relation('oneToMany', 'step'),
    },
  },
  step: {
    uid: 'step',
    tableName: 'steps',
    attributes: { kind: relation('manyToOne', 'act'), reps: relation('manyToMany', 'rep') },
  },
};

const gone = { connect: [], disconnect: [{ id: 2 }] };
const added = { connect: [{ id: 3, position: { before: 'x' } }], disconnect: [] };
const changes = { act: gone, sponsors: gone, steps: [{ id: 1, kind: gone, reps: gone }], content: gone };

describe('what the panel sends of relations', () => {
  beforeAll(() => useModels((uid) => MODELS[uid] as Model));

  it('empties a to-one relation that it disconnects, whatever others have linked since, also in rows', () => {
    expect(emptyDisconnected('bill', changes)).toEqual({
      ...changes,
      act: null,
      steps: [{ id: 1, kind: null, reps: gone }],
    });
    const others = { act: added, steps: [{ kind: { connect: [], disconnect: [] } }, { kind: null }], sponsors: null };
    expect(emptyDisconnected('bill', others)).toEqual(others);
  });

  it('puts next to somebody who is gone last, also in rows', () => {
    const last = { ...added, options: { strict: false } };
    expect(withoutNeighbours('bill', { sponsors: added, steps: [{ id: 1, reps: added }], content: added })).toEqual({
      sponsors: last,
      steps: [{ id: 1, reps: last }],
      content: added,
    });
  });
});
