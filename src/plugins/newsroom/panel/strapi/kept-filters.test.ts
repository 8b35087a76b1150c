import { forgetLinkedFilters } from './kept-filters';

it('a filter by one record is not kept for the next time, others are', () => {
  const items = new Map<string, string>();
  const storage = {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => items.set(name, text),
  };
  const own = { title: { $contains: '勞動' } };
  const keep = (list: string, kept: unknown) => items.set(`STRAPI_LIST_VIEW_SETTINGS:${list}`, JSON.stringify(kept));
  keep('bills', {
    sort: 'date:ASC',
    filters: { $and: [own, { act: { title: { $eq: '法' }, documentId: { $eq: 'a' } } }] },
  });
  keep('votes', { filters: { $or: { 0: { st: { documentId: 'b' } } } }, pageSize: '20' });
  keep('acts', { filters: { $and: [own] } });
  items.set('other', JSON.stringify({ filters: { documentId: 'c' } }));
  items.set('STRAPI_LIST_VIEW_SETTINGS:broken', '{');
  forgetLinkedFilters(storage as never);
  expect(Object.fromEntries(items)).toEqual({
    'STRAPI_LIST_VIEW_SETTINGS:bills': JSON.stringify({ sort: 'date:ASC', filters: { $and: [own] } }),
    'STRAPI_LIST_VIEW_SETTINGS:votes': JSON.stringify({ pageSize: '20' }),
    'STRAPI_LIST_VIEW_SETTINGS:acts': JSON.stringify({ filters: { $and: [own] } }),
    'STRAPI_LIST_VIEW_SETTINGS:broken': '{',
    other: JSON.stringify({ filters: { documentId: 'c' } }),
  });
});
