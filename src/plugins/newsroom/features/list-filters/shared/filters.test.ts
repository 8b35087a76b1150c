import { chosenIn, nameOf, usableFilters } from './filters';

it('an address holds a filter by its name in the API, among those of Strapi', () => {
  expect(chosenIn({ [nameOf('term')]: { $eq: { term: '9' } } })).toEqual({ name: 'term', value: '9' });
  expect(chosenIn({ by_term: { $eq: '9' } })).toEqual({ name: 'term', value: '9' });
  // What cannot be meant has no value: it is told, and not left out.
  for (const operators of [
    '9',
    { $eq: '' },
    { $eq: { st: '9' } },
    { $ne: '9' },
    { $eq: '9', $ne: '8' },
    { $eq: ['9'] },
  ])
    expect(chosenIn({ by_term: operators })).toEqual({ name: 'term' });
  expect(chosenIn({ by_term: { $eq: '9' }, title: { $eq: 'x' } })).toEqual({ name: 'term' });
  for (const other of [{ title: { $eq: 'x' } }, {}, null, 'by_term']) expect(chosenIn(other)).toBeUndefined();
});

it('nobody filters by what he may not read, of whatever content type', () => {
  const text = { zh: '屆期', en: 'Term' };
  const filters = {
    term: { ...text, reads: ['term_index'] },
    sponsor: { ...text, reads: ['lead', 'sponsors'] },
    st: { ...text, reads: [], readsOf: { 'api::act.act': ['topics'] } },
  };
  const names = (...readable: string[]) =>
    usableFilters({ uid: 'api::bill.bill', filters } as never, (uid, name) =>
      readable.includes(`${uid.slice(5, 8)} ${name}`),
    ).map(([name]) => name);
  expect([
    names('bil term_index', 'bil lead'),
    names('bil lead', 'bil sponsors'),
    names('act topics'),
    names(),
  ]).toEqual([['term'], ['sponsor'], ['st'], []]);
  expect(usableFilters({ uid: 'api::bill.bill' } as never, () => true)).toEqual([]);
});
