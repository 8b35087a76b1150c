import type { Field, Meaning } from '../fields/field';
import type { Resource } from './resource';

/** Paths of fields by the name of their resource; nested fields have a dot: `related_links.url`. */
type Paths = Record<string, string[]>;

const MEANINGS: Meaning[] = ['link', 'slug', 'term', 'session', 'tempSession', 'termDate', 'earlyTermDate'];

/** The fields of all resources, by meaning. */
export function meaningsOf(resources: Resource[]): Record<Meaning, Paths> {
  const pathsOf = (meaning: Meaning): Paths =>
    Object.fromEntries(
      resources
        .map(({ name, fields }): [string, string[]] => [name, pathsIn(fields, meaning)])
        .filter(([, paths]) => paths.length > 0),
    );
  return Object.fromEntries(MEANINGS.map((meaning) => [meaning, pathsOf(meaning)])) as Record<Meaning, Paths>;
}

const pathsIn = (fields: Record<string, Field>, meaning: Meaning): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    ...(field.meaning === meaning ? [name] : []),
    ...pathsIn(field.nested ?? {}, meaning).map((path) => `${name}.${path}`),
  ]);
