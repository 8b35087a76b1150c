import type { FieldsByResource, RuleRecord, RuleRun, Warning } from '../common/findings';
import { type Json, type JsonObject, rowsIn } from '../common/json';
import { mapValues } from '../common/maps';
import type { House } from './house';
import { type CausedFinding, collectCauses } from './warning';

/** Fields by meaning, from the resource declarations. A path such as `related_links.url` is a field of nested rows. */
export interface Meanings {
  link: FieldsByResource;
  slug: FieldsByResource;
  term: FieldsByResource;
  session: FieldsByResource;
  tempSession: FieldsByResource;
  termDate: FieldsByResource;
  /** Dates that may precede the term: people join a party long before they are elected. */
  earlyTermDate: FieldsByResource;
}

/** Merges fields by resource, without duplicates. */
export function mergeFields(all: FieldsByResource[]): FieldsByResource {
  const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))];
  return Object.fromEntries(
    names.map((name) => [name, [...new Set(all.flatMap((fields) => fields[name] ?? []))]] as const),
  );
}

/** The top-level fields of paths, by resource. */
export const topLevelFields = (paths: FieldsByResource): FieldsByResource =>
  mapValues(paths, (all) => [...new Set(all.map((path) => path.split('.')[0] ?? path))]);

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
  judged: FieldsByResource;
  compared?: FieldsByResource;
  open(house: House): Partial<Omit<RuleRun, 'see'>>;
}

/**
 * A check of single records. Reports a few findings with one cause separately, and many of them as one warning
 * (`collectCauses`).
 */
export const causeCheck = (
  judged: FieldsByResource,
  findingsIn: (seen: RuleRecord, house: House) => CausedFinding[],
): RecordCheck => ({
  judged,
  open: (house) => {
    const causes = collectCauses();
    return {
      judge: (seen): Warning[] => {
        for (const finding of findingsIn(seen, house)) causes.add(seen, finding);
        return [];
      },
      finish: causes.finish,
    };
  },
});
