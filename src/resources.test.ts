import type { Field, Meaning } from './plugins/rostra/server/src/fields/field';
import { markSpecs } from './plugins/rostra/server/src/import/names/entry';
import { meaningsOf } from './plugins/rostra/server/src/resource/meanings';
import { resources } from './resources';

describe('the names of records', () => {
  it.each(resources.map((of) => [of.name, of] as const))('%s are declared with fields that it has', (_, of) => {
    for (const name of of.names.fields) expect(of.fields[name]?.kind).toBe('text');
    const within = markSpecs(of, of.names.within);
    expect(within.every(({ kind }) => kind !== undefined)).toBe(true);
    expect(() => markSpecs(of, of.names.tieBreakers)).not.toThrow();
  });
});

describe('what values mean to the rules', () => {
  const leaves = (fields: Record<string, Field>): [string, Field][] =>
    Object.entries(fields).flatMap(([name, field]) => [[name, field], ...leaves(field.nested ?? {})]);
  const named = (name: RegExp) =>
    resources.flatMap((resource) =>
      leaves(resource.fields)
        .filter(([field]) => name.test(field))
        .map(([field, { meaning }]): [string, Meaning | undefined] => [`${resource.name} ${field}`, meaning]),
    );

  it.each([
    [/(^|_)(link|url)$/, 'link', 6],
    [/(^|_)slug$/, 'slug', 10],
    [/(^|_)term_index$/, 'term', 7],
  ] as const)('is declared for every field with a name like %s', (name, meaning, count) => {
    expect(named(name)).toEqual(named(name).map(([field]) => [field, meaning]));
    expect(named(name)).toHaveLength(count);
  });

  it('is known by its path, also in nested rows', () => {
    const { link, session, termDate } = meaningsOf(resources);
    expect(link.topic_overviews).toEqual(['related_links.url']);
    expect(session).toEqual({
      rs_bills: ['session_index'],
      rs_votes: ['session_index'],
      statement_data_sets: ['should_have_spoken_sessions'],
      reps: ['sessions.session_index'],
    });
    expect(termDate.terms).toEqual(['sessions.start_date', 'sessions.end_date']);
  });
});
