import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import { changedKeys, sameKeys } from './changed-keys';
import { compareTexts, deadlineIn, isEmpty, type Part } from './differences';
import type { FieldInfo } from './history';
import { compareLists, matchRows, type RowPair } from './list-differences';
import { itemsOf, rowsOf, uidOf } from './values';

/** A value; of a reference also the content type it refers to, if that is known. */
export interface Item {
  value: Json;
  uid?: string;
}

/** What a change did to one field, in no language yet: the panel, commands and pages show the same. */
export type Difference =
  | { kind: 'texts'; parts: Part<string>[] }
  /** One side is unset for a record or row that is new or gone. */
  | { kind: 'values'; before?: Item; after?: Item }
  /** What was added, removed and moved, how many items are as they were, and how many changed ones are left out. */
  | { kind: 'list'; items: (Item & { state: Part<Json>['state'] })[]; kept: number; more?: number }
  | { kind: 'rows'; rows: RowDifference[]; kept: number; more?: number }
  /** Of an object: the places in it that differ, by their paths, and how many of its keys are as they were. */
  | { kind: 'keys'; keys: FieldDifference[]; kept: number; more?: number };

/** A nested row that a change added, removed, changed or moved. */
export interface RowDifference {
  state: 'added' | 'removed' | 'changed' | 'moved';
  /** Whether a changed row has another place as well. */
  isMoved: boolean;
  row: JsonObject;
  /** The fields by which people recognise the row: those that stayed. */
  same: FieldInfo[];
  fields: FieldDifference[];
}

export interface FieldDifference {
  field: FieldInfo;
  difference: Difference;
}

/** Compares a field of a record or row before and after a change; null where there is none. After the deadline long values count as wholly different. */
export function differenceOf(
  field: FieldInfo,
  before: JsonObject | null,
  after: JsonObject | null,
  deadline = deadlineIn(),
): Difference {
  const [old, current] = [before?.[field.name] ?? null, after?.[field.name] ?? null];
  if (field.nested) return compareRows(field.nested, rowsOf(old), rowsOf(current), deadline);
  const isReference = field.kind === 'reference';
  if ((isReference || field.kind === 'value') && areLists(old, current)) {
    const [from, to] = [before && uidOf(field, before), after && uidOf(field, after)];
    const parts = compareLists(itemsOf(old), itemsOf(current));
    const items = parts.filter(({ state }) => state !== 'same');
    return {
      kind: 'list',
      items: items.map(({ value, state }) => ({ ...itemOf(value, state === 'removed' ? from : to), state })),
      kept: parts.length - items.length,
    };
  }
  if (field.kind === 'text' && !isEmpty(old) && !isEmpty(current))
    return { kind: 'texts', parts: compareTexts(String(old), String(current), deadline) };
  if (field.kind === 'value' && isObject(old) && isObject(current))
    return compareKeys(old as JsonObject, current as JsonObject, deadline);
  const item = (row: JsonObject, value: Json): Item => itemOf(value, isReference ? uidOf(field, row) : undefined);
  return {
    kind: 'values',
    ...(before && { before: item(before, old) }),
    ...(after && { after: item(after, current) }),
  };
}

/** Whether two values are lists, or one is and the other none; an empty list beside none is a value, or nothing would differ. */
const areLists = (old: Json, current: Json): boolean => {
  const lists = [old, current].filter(Array.isArray);
  if (lists.length === 2) return true;
  return lists.some((list) => list.length > 0) && [old, current].includes(null);
};

const itemOf = (value: Json, uid: string | null | undefined): Item => ({ value, ...(uid && { uid }) });

function compareKeys(before: JsonObject, after: JsonObject, deadline: number): Difference {
  const keys = changedKeys(before, after).map(({ path, before: old, after: current }): FieldDifference => {
    const isText = [old, current].every((value) => typeof value === 'string');
    const field: FieldInfo = { name: path, attributes: [], kind: isText ? 'text' : 'value' };
    const side = (value: Json | undefined) => (value === undefined ? null : { [path]: value });
    return { field, difference: differenceOf(field, side(old), side(current), deadline) };
  });
  return { kind: 'keys', keys, kept: sameKeys(before, after) };
}

function compareRows(fields: FieldInfo[], before: JsonObject[], after: JsonObject[], deadline: number): Difference {
  const pairs = matchRows(before, after, deadline);
  const changed = pairs.filter((pair) => pair.isMoved || !isEqual(pair.before, pair.after));
  return {
    kind: 'rows',
    rows: changed.map((pair) => compareRow(fields, pair, deadline)),
    kept: pairs.length - changed.length,
  };
}

function compareRow(fields: FieldInfo[], { before, after, isMoved }: RowPair, deadline: number): RowDifference {
  const state = !before ? 'added' : !after ? 'removed' : isEqual(before, after) ? 'moved' : 'changed';
  const isSame = ({ name }: FieldInfo) => isEqual(before?.[name], after?.[name]);
  const areEmpty = ({ name }: FieldInfo) => isEmpty(before?.[name]) && isEmpty(after?.[name]);
  const isPair = state === 'changed' || state === 'moved';
  return {
    state,
    isMoved,
    row: after ?? before ?? {},
    same: isPair ? fields.filter((field) => isSame(field) && !areEmpty(field)) : [],
    fields: fields
      .filter((field) => !isSame(field) && !areEmpty(field))
      .map((field) => ({ field, difference: differenceOf(field, before ?? null, after ?? null, deadline) })),
  };
}
