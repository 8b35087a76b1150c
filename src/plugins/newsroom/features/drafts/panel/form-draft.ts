import { isEqual, type JsonObject, pick, pickPresent } from '../../../../../common/json';
import type { LoadedRecord } from '../../../panel/strapi/saves';
import type { Draft } from './drafts';

/** A form: its values, and those that it began with. */
export interface FormValues {
  values: JsonObject;
  initialValues: JsonObject;
}

/** The draft that a form holds. @param loaded the record as the form has loaded it; undefined for a new one */
export function draftOf({ values, initialValues }: FormValues, loaded: LoadedRecord | undefined, at: number): Draft {
  const changed = Object.keys({ ...initialValues, ...values }).filter(
    (name) => !isEqual(values[name], initialValues[name]),
  );
  return {
    at,
    ...(loaded && { change: loaded.change }),
    ...(loaded?.rows !== undefined && { rows: loaded.rows }),
    ...(loaded?.unanswered && { unanswered: loaded.unanswered }),
    values: pick(values, changed),
    loaded: pickPresent(loaded?.data ?? {}, changed),
  };
}

/** What of a draft a form does not hold already, because it was saved after all; undefined if nothing. */
export function missingIn({ values }: Pick<FormValues, 'values'>, draft: Draft): Draft | undefined {
  const missing = Object.keys(draft.values).filter((name) => !isEqual(draft.values[name], values[name]));
  if (missing.length === 0) return undefined;
  return { ...draft, values: pickPresent(draft.values, missing), loaded: pickPresent(draft.loaded, missing) };
}
