import { detailsOf } from './details';

it('details are what there is, each value once, of nested rows the latest first', () => {
  const columns = ['name', 'terms.term_index', 'tags'].map((field) => ({ field, kind: 'text' as const, value: never }));
  expect(detailsOf(columns, ['甲', [8, null, 9, 9], []])).toEqual([
    { field: 'name', kind: 'text', values: ['甲'] },
    { field: 'terms.term_index', kind: 'text', values: [9, 8] },
  ]);
});

const never = (): never => {
  throw new Error('no statement is composed');
};
