import {
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  pick,
  pickPresent,
  tryParseJson,
} from '../../../../../common/json';
import {
  applyChanges,
  changesBetween,
  type RelatedRecord,
  type RelationChanges,
} from '../../../panel/strapi/relation-changes';
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

/**
 * What of the draft of a new record a save has not sent that has created it, as a draft of that record; undefined if nothing.
 * @param initial the values that the form of a new record begins with
 * @param shown what is known of the change that has created it
 */
export function restOf(
  { at, values, sent = [] }: Draft,
  request: string,
  initial: JsonObject,
  shown: Pick<Draft, 'change' | 'rows' | 'createdBy'> = {},
): Draft | undefined {
  const own = sent.find((each) => each.request === request)?.values ?? {};
  const rest = Object.keys({ ...own, ...values }).flatMap((name) => {
    const [before, after] = [own, values].map((all) => (name in all ? all[name] : initial[name]));
    const value = changeOf(before, after);
    return value === undefined ? [] : [{ name, value, before: linked(before) ? undefined : (before ?? null) }];
  });
  if (rest.length === 0) return undefined;
  return {
    at,
    ...shown,
    values: Object.fromEntries(rest.map(({ name, value }) => [name, value])),
    loaded: Object.fromEntries(rest.flatMap(({ name, before }) => (before === undefined ? [] : [[name, before]]))),
  };
}

/**
 * What makes one value of a form into another; undefined if they are the same. Links are told by what is added and removed, and all of them
 * where their order is another one.
 */
function changeOf(before: Json | undefined, after: Json | undefined): Json | undefined {
  if (isEqual(before, after)) return undefined;
  const [was, is] = [linked(before), linked(after)];
  if (was && (is || after == null)) {
    const among = (all: Json[]) => (each: Json) => all.some((other) => idOf(other) === idOf(each));
    const added = (is ?? []).filter((each) => !among(was)(each));
    const disconnect = was.filter((each) => !among(is ?? [])(each));
    const connect = isReordered(before, after) ? placed(after) : added;
    return connect.length + disconnect.length > 0 ? { connect, disconnect } : undefined;
  }
  return after ?? (Array.isArray(before) ? [] : null);
}

/** Whether the links that two values share have another order. */
function isReordered(before: Json | undefined, after: Json | undefined): boolean {
  const [was, is] = [before, after].map((value) => recordsOf(value).map(({ id }) => id));
  const shared = (was ?? []).filter((id) => is?.includes(id));
  return !isEqual(
    shared,
    (is ?? []).filter((id) => shared.includes(id)),
  );
}

/** The records that saving a new record with these links would store, in their order. */
const recordsOf = (value: Json | undefined): RelatedRecord[] => applyChanges([], (value ?? {}) as RelationChanges);

/** All links of a value, each with its place, and otherwise as the form has them. */
const placed = (value: Json | undefined): Json[] =>
  changesBetween([], recordsOf(value)).connect.map(({ id, apiData, __temp_key__ }) => {
    const own = linked(value)?.find((each) => idOf(each) === id) as JsonObject;
    return { ...own, apiData: { ...(own.apiData as JsonObject), ...apiData }, __temp_key__ } as JsonObject;
  });

const linked = (value: Json | undefined): Json[] | undefined =>
  isObject(value) && Array.isArray(value.connect) ? value.connect : undefined;

const idOf = (record: Json): Json | undefined => (isObject(record) ? (record.id as Json) : undefined);

/** What of a draft a form does not hold already, because it was saved after all; undefined if nothing. */
export function missingIn({ values }: Pick<FormValues, 'values'>, draft: Draft): Draft | undefined {
  const missing = Object.keys(draft.values).filter((name) => !isEqual(draft.values[name], values[name]));
  if (missing.length === 0) return undefined;
  return { ...draft, values: pickPresent(draft.values, missing), loaded: pickPresent(draft.loaded, missing) };
}
