import type { Field, Meaning } from './plugins/rostra/server/src/fields/field';
import { qualifiersOf } from './plugins/rostra/server/src/import/names/named-record';
import { meaningsOf } from './plugins/rostra/server/src/resource/meanings';
import { resources } from './resources';

describe('the names of records', () => {
  it.each(resources.map((resource) => [resource.name, resource] as const))(
    'of %s are declared with existing fields',
    (_, resource) => {
      const { names, fields } = resource;
      for (const name of names.fields) expect(fields[name]?.kind).toBe('text');
      const scope = qualifiersOf(resource, names.scope);
      expect(scope.every(({ kind }) => kind !== undefined)).toBe(true);
      expect(() => qualifiersOf(resource, names.tieBreakers)).not.toThrow();
    },
  );
});

describe('the meaning of values for the rules', () => {
  const leaves = (fields: Record<string, Field>): [string, Field][] =>
    Object.entries(fields).flatMap(([name, field]) => [[name, field], ...leaves(field.nested ?? {})]);
  const meaningsOfFields = (name: RegExp) =>
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
    expect(meaningsOfFields(name)).toEqual(meaningsOfFields(name).map(([field]) => [field, meaning]));
    expect(meaningsOfFields(name)).toHaveLength(count);
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
