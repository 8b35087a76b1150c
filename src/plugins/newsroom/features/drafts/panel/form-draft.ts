import { isEqual, type JsonObject, pick, pickPresent, tryParseJson } from '../../../../../common/json';
import type { LoadedRecord } from '../../../panel/strapi/saves';
import type { Draft } from './drafts';

/** A form: its values, and those that it began with. */
export interface FormValues {
  values: JsonObject;
  initialValues: JsonObject;
}

/** What a form has loaded; of a new record only its saves without an answer. */
type Base = LoadedRecord | Pick<LoadedRecord, 'unanswered'> | undefined;

/** The draft that a form holds. @param former the one that it held before: as long as the values are the same, so is when they were changed */
export function draftOf({ values, initialValues }: FormValues, base: Base, at: number, former?: Draft): Draft {
  const loaded = base && 'change' in base ? base : undefined;
  const changed = Object.keys({ ...initialValues, ...values }).filter(
    (name) => !isEqual(values[name], initialValues[name]),
  );
  const own = pick(values, changed);
  return {
    at: former && isEqual(former.values, tryParseJson(JSON.stringify(own))) ? former.at : at,
    ...(loaded && { change: loaded.change }),
    ...(loaded?.rows !== undefined && { rows: loaded.rows }),
    ...(base?.unanswered && { unanswered: base.unanswered }),
    values: own,
    loaded: pickPresent(loaded?.data ?? {}, changed),
  };
}

/** What of a draft a form does not hold already, because it was saved after all; undefined if nothing. */
export function missingIn({ values }: Pick<FormValues, 'values'>, draft: Draft): Draft | undefined {
  const missing = Object.keys(draft.values).filter((name) => !isEqual(draft.values[name], values[name]));
  if (missing.length === 0) return undefined;
  return { ...draft, values: pickPresent(draft.values, missing), loaded: pickPresent(draft.loaded, missing) };
}
