import { changedValues } from './changed-values';

const NONE = { connect: [], disconnect: [] };

describe('what an editor has changed', () => {
  const loaded = {
    title: '舊',
    count: 3,
    price: '1.50',
    none: null,
    data: { a: [1] },
    links: { count: 2 },
    rows: [{ id: 7, date: '2020-01-01', step: { count: 1 }, extra: 'not in the form' }],
    choices: ['a', 'b'],
  };
  const same = {
    title: '舊',
    count: 3,
    price: '1.50',
    none: null,
    data: '{"a": [1]}',
    links: NONE,
    rows: [{ id: 7, __temp_key__: 'a0', date: '2020-01-01', step: NONE }],
    choices: ['a', 'b'],
    unset: null,
  };

  it('is nothing in the form as it was loaded', () => {
    expect(changedValues(same, loaded)).toEqual({});
  });

  it.each<[string, object]>([
    ['a text', { title: '新' }],
    ['a text that is emptied', { title: null }],
    ['a number', { count: 4 }],
    ['a value where there was none', { none: 0 }],
    ['an object', { data: '{"a": [2]}' }],
    ['a link', { links: { connect: [{ id: 1 }], disconnect: [] } }],
    ['a link that is gone', { links: { connect: [], disconnect: [{ id: 1 }] } }],
    ['a row', { rows: [{ id: 7, date: '2020-01-02', step: NONE }] }],
    ['a link of a row', { rows: [{ id: 7, date: '2020-01-01', step: { connect: [{ id: 2 }], disconnect: [] } }] }],
    ['a row in the place of another', { rows: [{ __temp_key__: 'a1', date: '2020-01-01', step: NONE }] }],
    ['an empty row in the place of another', { rows: [{ step: NONE }] }],
    ['an object that loses a key', { data: {} }],
    ['a list where there was none', { none: [] }],
    ['a text that looks like nothing', { none: 'null' }],
    ['no links any more', { links: { set: [] } }],
    ['a row that is added', { rows: [...same.rows, { date: null, step: NONE }] }],
    ['the last row', { rows: [] }],
    ['another order', { choices: ['b', 'a'] }],
    ['what the record did not have', { unset: 'a' }],
  ])('is %s', (_, change) => {
    expect(changedValues({ ...same, ...change } as never, loaded)).toEqual(change);
  });
});
