import {
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  pick,
  pickPresent,
  tryParseJson,
} from '../../../../../common/json';
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
  const requests = loaded ? [] : (base?.unanswered?.requests ?? []);
  return {
    at: former && isEqual(former.values, tryParseJson(JSON.stringify(own))) ? former.at : at,
    ...(loaded && { change: loaded.change }),
    ...(loaded?.rows !== undefined && { rows: loaded.rows }),
    ...(base?.unanswered && { unanswered: base.unanswered }),
    values: own,
    loaded: pickPresent(loaded?.data ?? {}, changed),
    ...(requests.length > 0 && {
      sent: requests.map(
        ({ id }) => former?.sent?.find(({ request }) => request === id) ?? { request: id, values: own },
      ),
    }),
  };
}

/** What of the draft of a new record a save has not sent that has created it, as a draft of that record; undefined if nothing. */
export function restOf({ at, values, sent = [] }: Draft, request: string): Draft | undefined {
  const stored = sent.find((each) => each.request === request)?.values ?? {};
  const rest = Object.keys({ ...stored, ...values }).flatMap((name) => {
    const value = changeOf(stored[name], values[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return rest.length > 0 ? { at, values: Object.fromEntries(rest), loaded: {} } : undefined;
}

/** What makes one value of a form into another; undefined if they are the same. Links are told by what is added and removed. */
function changeOf(before: Json | undefined, after: Json | undefined): Json | undefined {
  if (isEqual(before, after)) return undefined;
  const [was, is] = [linked(before), linked(after)];
  if (was && (is || after == null)) {
    const lacks = (all: Json[], each: Json) => !all.some((other) => idOf(other) === idOf(each));
    const connect = (is ?? []).filter((each) => lacks(was, each));
    const disconnect = was.filter((each) => lacks(is ?? [], each));
    return connect.length + disconnect.length > 0 ? { connect, disconnect } : undefined;
  }
  return after ?? (Array.isArray(before) ? [] : null);
}

const linked = (value: Json | undefined): Json[] | undefined =>
  isObject(value) && Array.isArray(value.connect) ? value.connect : undefined;

const idOf = (record: Json): Json | undefined => (isObject(record) ? (record.id as Json) : undefined);

/** What of a draft a form does not hold already, because it was saved after all; undefined if nothing. */
export function missingIn({ values }: Pick<FormValues, 'values'>, draft: Draft): Draft | undefined {
  const missing = Object.keys(draft.values).filter((name) => !isEqual(draft.values[name], values[name]));
  if (missing.length === 0) return undefined;
  return { ...draft, values: pickPresent(draft.values, missing), loaded: pickPresent(draft.loaded, missing) };
}
