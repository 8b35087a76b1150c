import { type DetailColumn, detailsOf } from './details';

it('details are what there is, each value once; of nested rows what the latest says, of their terms all', () => {
  const columns = (['name', 'parties.party', 'terms.district_name', 'tags'] as const).map(
    (field): DetailColumn => ({ field, kind: 'text', value: never }),
  );
  const terms: DetailColumn = { field: 'terms.term_index', kind: 'term', value: never };
  expect(detailsOf([...columns, terms], ['甲', ['舊黨', null], ['甲區', '乙區'], [], [8, null, 9, 9]])).toEqual([
    { field: 'name', kind: 'text', values: ['甲'] },
    { field: 'terms.district_name', kind: 'text', values: ['乙區'] },
    { field: 'terms.term_index', kind: 'term', values: [8, 9] },
  ]);
});

const never = (): never => {
  throw new Error('no statement is composed');
};
