import { resources } from '../../../../../resources';
import { register } from '../resource/registry';
import { choose, everything } from './choose';

beforeAll(() => register({ resources, views: [], endpoints: [] }));

describe('what is exported', () => {
  it('is everything but for what stands in other records', () => {
    const names = everything().map(({ name }) => name);
    expect(resources.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([
      'act_dirs',
      'st_questions',
    ]);
  });

  it('are named resources, once each, with the filters of their lists', () => {
    const chosen = choose(['rs_bills', 'rs_votes', 'rs_bills'], ['term=9']);
    expect(chosen.map(({ resource, filters }) => [resource.name, filters])).toEqual([
      ['rs_bills', { term: 9 }],
      ['rs_votes', { term: 9 }],
    ]);
    expect(choose(['acts'], ['title=50%=x'])[0]?.filters).toEqual({ title: '%50\\%=x%' });
  });

  it.each([
    [['rs_bill'], [], 'There is no resource "rs_bill". Known are terms,'],
    [['citizen_emails'], [], 'There is no resource "citizen_emails".'],
    [['reps'], ['term=x'], 'The filter "term" of reps must be an integer.'],
    [['reps', 'acts'], ['term=9'], 'The filter "term" of acts is unknown; known: title, st.'],
    [['reps'], ['term=9', 'term=8'], 'The filter "term" of reps is given more than once.'],
    [['reps'], ['term'], 'A filter is written NAME=VALUE, not "term".'],
    [['reps'], ['term='], 'A filter is written NAME=VALUE, not "term=".'],
  ])('%j with %j is refused', (names, filters, expected) => {
    expect(() => choose(names, filters)).toThrow(expected);
  });
});
