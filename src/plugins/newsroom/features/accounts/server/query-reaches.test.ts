import { type Attributes, queryReaches } from './query-reaches';

const MODELS: Record<string, Attributes> = {
  overview: {
    title: { type: 'string' },
    timeline: { type: 'relation', target: 'timeline' },
    rows: { type: 'component', component: 'row' },
  },
  timeline: { title: { type: 'string' }, editor: { type: 'relation', target: 'user' } },
  row: { writer: { type: 'relation', target: 'user' } },
  user: { email: { type: 'string' }, timelines: { type: 'relation', target: 'timeline' } },
};

const reaches = (query: Record<string, unknown>, uid = 'overview'): boolean =>
  queryReaches('user', query, uid, (model) => MODELS[model] ?? {});

describe('a query reaches accounts', () => {
  it.each([
    { filters: { timeline: { editor: { email: { $startsWith: 'a' } } } } },
    { filters: { $or: [{ $not: { timeline: { editor: 3 } } }] } },
    { filters: { rows: { writer: { id: { $gt: 1 } } } } },
    { sort: 'timeline.editor.email:ASC' },
    { sort: ['title', 'title:ASC,timeline.editor.email'] },
    { sort: { timeline: { editor: { email: 'asc' } } } },
    { populate: 'timeline.editor' },
    { populate: { timeline: { populate: ['editor'] } } },
    { populate: { timeline: { populate: { editor: true } } } },
    { populate: { timeline: { filters: { editor: { email: 'a' } } } } },
    { fields: ['rows.writer'] },
  ])('by %j', (query) => {
    expect(reaches(query)).toBe(true);
  });

  it.each([
    {},
    { filters: { title: 'timeline.editor' } },
    { filters: { timeline: { title: { $in: ['timeline.editor.email'] } } } },
    { populate: { timeline: { filters: { title: 'editor' } } } },
    { sort: 'timeline.title:DESC', populate: ['timeline', 'rows'], page: 'timeline.editor' },
  ])('but not by %j', (query) => {
    expect(reaches(query)).toBe(false);
  });
});
