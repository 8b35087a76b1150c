import type { Fields, Opened } from '../common/findings';
import { type Json, type JsonObject, rowsIn } from '../common/json';
import type { House } from './house';

/** Fields by meaning, from the resource declarations. A path such as `related_links.url` is a field of nested rows. */
export interface Meanings {
  link: Fields;
  slug: Fields;
  term: Fields;
  session: Fields;
  tempSession: Fields;
  termDate: Fields;
  /** Dates that may precede the term: people join a party long before they are elected. */
  earlyTermDate: Fields;
}

/** Merges fields by resource, without duplicates. */
export function mergeFields(all: Fields[]): Fields {
  const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))];
  return Object.fromEntries(
    names.map((name) => [name, [...new Set(all.flatMap((fields) => fields[name] ?? []))]] as const),
  );
}

/** The top-level fields of paths, by resource. */
export const topLevelFields = (paths: Fields): Fields =>
  Object.fromEntries(
    Object.entries(paths).map(([resource, all]) => [
      resource,
      [...new Set(all.map((path) => path.split('.')[0] ?? path))],
    ]),
  );

/** A value in a record, with its place. */
interface FieldValue {
  /** The record, or the nested row. */
  row: JsonObject;
  /** The name of the field in its row. */
  name: string;
  /** The path prefix of the row: `parties[3].`, empty for the record itself. */
  place: string;
  value: Json;
}

/** Returns the values at these paths. */
export const valuesAt = (record: JsonObject, paths: string[] = []): FieldValue[] =>
  paths.flatMap((path): FieldValue[] => {
    const [name = path, nested] = path.split('.');
    if (nested === undefined) return [{ row: record, name, place: '', value: record[name] ?? null }];
    return rowsIn(record, name).map((row, index) => ({
      row,
      name: nested,
      place: `${name}[${index}].`,
      value: row[nested] ?? null,
    }));
  });

/** A check, with the fields it reads from the records it judges and from those it compares them with. */
export interface RecordCheck {
  judged: Fields;
  compared?: Fields;
  open(house: House): Partial<Omit<Opened, 'see'>>;
}
