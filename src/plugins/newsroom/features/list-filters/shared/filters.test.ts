import { chosenIn, nameOf, usableFilters } from './filters';

it('an address holds a filter by its name in the API, among those of Strapi', () => {
  expect(chosenIn({ [nameOf('term')]: { $eq: { id: '9' } } })).toEqual({ name: 'term', value: '9' });
  expect(chosenIn({ by_term: { $eq: '9' } })).toEqual({ name: 'term', value: '9' });
  expect(chosenIn({ by_term: '9' })).toEqual({ name: 'term', value: undefined });
  for (const other of [{ title: { $eq: 'x' } }, {}, null, 'by_term']) expect(chosenIn(other)).toBeUndefined();
});

it('nobody filters by what he may not read', () => {
  const text = { zh: '屆期', en: 'Term' };
  const filters = { term: { ...text, reads: ['term_index'] }, sponsor: { ...text, reads: ['lead', 'sponsors'] } };
  const names = (...readable: string[]) =>
    usableFilters({ filters } as never, (name) => readable.includes(name)).map(([name]) => name);
  expect([names('term_index', 'lead'), names('lead', 'sponsors'), names()]).toEqual([['term'], ['sponsor'], []]);
  expect(usableFilters({} as never, () => true)).toEqual([]);
});
