import { resources } from '../../../../../resources';
import { register } from '../resource/registry';
import { allExportable, parseSelection } from './parse-selection';

beforeAll(() => register({ resources, views: [], endpoints: [] }));

describe('the selection of an export', () => {
  it('is by default every resource that no other contains', () => {
    const names = allExportable().map(({ name }) => name);
    expect(resources.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([
      'act_dirs',
      'st_questions',
    ]);
  });

  it('has each named resource once, with the filters', () => {
    const selections = parseSelection(['rs_bills', 'rs_votes', 'rs_bills'], ['term=9']);
    expect(selections.map(({ resource, filters }) => [resource.name, filters])).toEqual([
      ['rs_bills', { term: 9 }],
      ['rs_votes', { term: 9 }],
    ]);
    expect(parseSelection(['acts'], ['title=50%=x'])[0]?.filters).toEqual({ title: '%50\\%=x%' });
  });

  it.each([
    [['rs_bill'], [], 'There is no resource "rs_bill". The resources are terms,'],
    [['citizen_emails'], [], 'There is no resource "citizen_emails".'],
    [['reps'], ['term=x'], 'The filter "term" of reps must be an integer.'],
    [['reps', 'acts'], ['term=9'], 'The filter "term" of acts is unknown; known: title, st, source, external_id.'],
    [['reps'], ['term=9', 'term=8'], 'The filter "term" of reps is given more than once.'],
    [['reps'], ['term'], 'Write a filter as NAME=VALUE, not "term".'],
    [['reps'], ['term='], 'Write a filter as NAME=VALUE, not "term=".'],
  ])('%j with %j is refused', (names, filters, expected) => {
    expect(() => parseSelection(names, filters)).toThrow(expected);
  });
});
