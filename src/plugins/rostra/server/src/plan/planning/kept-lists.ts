import { isEqual, isObject, type JsonObject, rowsIn } from '../../../../../../common/json';
import type { Names } from '../../import/names/names';
import { childFields } from '../../operations/write';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { compareAll } from './compare-all';
import type { Comparison } from './comparison';
import { checkMixture, findEdits, settleRecord } from './keep-edits';
import { leaveOut } from './left-out';
import { holdsNames } from './named';
import type { Chunk, PlanState } from './state';

/**
 * Finds the children that parents in a chunk are to get, but whose lists stay as people have left them. Comes before the comparison,
 * which must know what becomes of a child wherever it meets one.
 */
export async function findLeftOut(
  state: PlanState,
  { source, records }: Chunk,
  { names, run }: { names: Names; run: Run },
): Promise<void> {
  const { resource } = source;
  const lists = childFields(resource);
  const withChildren = records.filter(({ value }) => lists.some((name) => hasIdentifiers(value, name)));
  if (withChildren.length === 0) return;
  const found = await compareAll(state, { source, records: withChildren }, names, run);
  const editsBy = await findEdits(state, resource, found, run);
  const edited = found.filter(({ publicId }) => editsBy.has(publicId));
  for (const each of edited) {
    const isOpen = (name: string) => !holdsNames(resource, name, each.record[name]);
    settleRecord(state, resource, each, { edits: editsBy.get(each.publicId), isOpen });
    checkMixture(state, resource, each);
  }
  for (const name of lists) {
    const { children } = resource.fields[name] ?? {};
    if (children) await leaveOut(state, children, [...new Set(edited.flatMap((each) => leftOutOf(each, name)))], run);
  }
}

const hasIdentifiers = (value: unknown, name: string): boolean => {
  const rows = isObject(value) ? value[name] : undefined;
  return Array.isArray(rows) && rows.some((row) => isObject(row) && Boolean(row.id));
};

/** The children that a record of the input has and its kept list lacks. */
function leftOutOf({ record, settled }: Comparison, list: string): number[] {
  const kept = new Set(rowsIn(record, list).map(({ id }) => id));
  return settled
    .filter(({ path }) => path === list)
    .flatMap(({ given }) => rowsIn({ given: given ?? [] }, 'given'))
    .flatMap(({ id }) => (typeof id === 'number' && !kept.has(id) ? id : []));
}

/** Children that another parent was to take, but whose list stays, stay with this one, each after the row that it follows now. */
export function keepLeftOut(state: PlanState, resource: Resource, comparison: Comparison): void {
  const { publicId, stored, record, changed, settled } = comparison;
  for (const path of changed) {
    const leftOut = state.leftOut.get(resource.fields[path]?.children?.kind ?? '');
    if (!leftOut) continue;
    const [given, before] = [rowsIn(record, path), rowsIn(stored, path)];
    const rows = withRows(given, before, ({ id }) => leftOut.get(id as number) === publicId);
    if (rows.length === given.length) continue;
    record[path] = rows;
    const known = settled.find((each) => each.path === path);
    if (known) known.isTaken = false;
    else settled.push({ kind: 'conflict', path, isTaken: false, stored: before, given });
    if (isEqual(rows, before)) comparison.changed = comparison.changed.filter((name) => name !== path);
  }
}

/** Rows with those of the former ones that are to stay. */
function withRows(rows: JsonObject[], before: JsonObject[], isToStay: (row: JsonObject) => boolean): JsonObject[] {
  const result = [...rows];
  const placeOf = ({ id }: JsonObject) => result.findIndex((row) => row.id === id);
  for (const [index, row] of before.entries()) {
    if (placeOf(row) >= 0 || !isToStay(row)) continue;
    const former = before.slice(0, index).findLast((each) => placeOf(each) >= 0);
    result.splice(former ? placeOf(former) + 1 : 0, 0, row);
  }
  return result;
}

/** Where a record repeats whose child another one is, and that does not change because a list is kept, it says what stays true. */
export function correctImplied(state: PlanState, comparison: Comparison): void {
  const { record, stored, before, changed, findings } = comparison;
  if (state.leftOut.size === 0 || findings.claims.length === 0) return;
  findings.claims = findings.claims.filter(({ reference, path }) => {
    const parent = state.leftOut.get(reference.kind)?.get(reference.publicId ?? 0);
    if (parent === undefined || parent === null) return true;
    setAt(record, path, parent);
    return false;
  });
  if (before !== null) comparison.changed = changed.filter((name) => !isEqual(record[name], stored[name] ?? null));
}

function setAt(record: JsonObject, path: string, value: number): void {
  const steps = path.match(/[^.[\]]+/g) ?? [];
  const last = steps.pop() ?? '';
  let at: unknown = record;
  for (const step of steps) at = (at as Record<string, unknown> | null | undefined)?.[step];
  if (isObject(at)) at[last] = value;
}
