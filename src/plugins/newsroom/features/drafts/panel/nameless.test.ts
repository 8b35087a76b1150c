import type { Json } from '../../../../../common/json';
import { namelessIn } from './nameless';

const reps = { type: 'relation', targetModel: 'api::rep.rep' };
const parties = { type: 'relation', targetModel: 'api::party.party' };
const components = { 'term.caucus': { caucus: { type: 'string' }, parties } };

describe('the names that a form does not hold', () => {
  it('are of those that it removes, each once', () => {
    const value = { connect: [{ id: 1, label: '林一' }, { id: 2 }], disconnect: [{ id: 3 }, { id: 2 }] };
    expect([...namelessIn(value, reps, {})]).toEqual([['api::rep.rep', [2, 3]]]);
  });

  it('may be in rows', () => {
    const rows: Json = [
      { id: 7, caucus: 'a', parties: { connect: [], disconnect: [{ id: 4 }] } },
      { id: 8, caucus: 'b', parties: { count: 2 } },
      { id: 9, caucus: 'c' },
    ];
    const attribute = { type: 'component', component: 'term.caucus' };
    expect([...namelessIn(rows, attribute, components)]).toEqual([['api::party.party', [4]]]);
    expect([...namelessIn({ parties: { disconnect: [{ id: 5 }] } }, attribute, components)]).toEqual([
      ['api::party.party', [5]],
    ]);
  });

  it('are none of other values', () => {
    for (const value of [null, 'text', 3, [], { connect: [], disconnect: [] }])
      expect(namelessIn(value, reps, components).size).toBe(0);
    expect(namelessIn('text', { type: 'string' }, {}).size + namelessIn(null, undefined, {}).size).toBe(0);
  });
});
