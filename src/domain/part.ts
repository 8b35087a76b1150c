import type { FieldsByResource, RuleRun } from '../common/findings';
import { type Json, type JsonObject, rowsIn } from '../common/json';
import type { House } from './house';

/** Fields by what their values mean, as the declarations say; a path `related_links.url` is one of nested rows. */
export interface Meanings {
  link: FieldsByResource;
  slug: FieldsByResource;
  term: FieldsByResource;
  session: FieldsByResource;
  tempSession: FieldsByResource;
  termDate: FieldsByResource;
  /** Dates that may lie before the term: people join a party long before they are elected. */
  earlyTermDate: FieldsByResource;
}

/** All the fields that any of them names, by resource. */
export function united(all: FieldsByResource[]): FieldsByResource {
  const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))];
  return Object.fromEntries(
    names.map((name) => [name, [...new Set(all.flatMap((fields) => fields[name] ?? []))]] as const),
  );
}

/** The fields of a resource that the paths begin with. */
export const topOf = (paths: FieldsByResource): FieldsByResource =>
  Object.fromEntries(
    Object.entries(paths).map(([resource, all]) => [
      resource,
      [...new Set(all.map((path) => path.split('.')[0] ?? path))],
    ]),
  );

/** A value of a record, and where it stands. */
interface Placed {
  /** The record, or the nested row. */
  row: JsonObject;
  /** The name of the field in its row. */
  name: string;
  /** Where the row stands: `parties[3].`, empty for the record. */
  place: string;
  value: Json;
}

/** The values at these paths. */
export const valuesAt = (record: JsonObject, paths: string[] = []): Placed[] =>
  paths.flatMap((path): Placed[] => {
    const [name = path, nested] = path.split('.');
    if (nested === undefined) return [{ row: record, name, place: '', value: record[name] ?? null }];
    return rowsIn(record, name).map((row, index) => ({
      row,
      name: nested,
      place: `${name}[${index}].`,
      value: row[nested] ?? null,
    }));
  });

/** A rule: which fields it reads of the records it judges, and of those it compares them with. */
export interface Part {
  judged: FieldsByResource;
  compared?: FieldsByResource;
  open(house: House): Partial<Omit<RuleRun, 'see'>>;
}
