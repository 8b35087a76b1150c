import { isEqual, type JsonObject, pick } from '../../../../../../common/json';
import { type Findings, parseContext } from '../../fields/parse-context';
import { checkRules, parseRecord } from '../../operations/record';
import { childFields } from '../../operations/write';
import type { Resource } from '../../resource/resource';
import type { RecordPast } from '../../store/history/past';
import type { PlanRefusal } from '../applying/refusals';
import type { Change } from '../types';
import type { Conflict } from './walk';

/** What restoring does to one record: the change of the plan, if there is one, and what speaks against it. */
export interface RestoreStep {
  change?: Change;
  conflicts: Conflict[];
  /** Why the wanted values cannot be stored. */
  refusal?: PlanRefusal;
}

/**
 * Compares a record with its wanted state, null if it should not exist. Children are records of their own, so lists of them are
 * left out. Values of fields that the resource no longer has are dropped; rules of today apply.
 */
export function stepTo(
  resource: Resource,
  { publicId, state, hash }: Pick<RecordPast, 'publicId' | 'state' | 'hash'>,
  wanted: JsonObject | null,
  conflicts: Conflict[] = [],
): RestoreStep {
  const place = { resource: resource.name, number: publicId, file: '', record: 0, before: hash };
  if (wanted === null)
    return state === null ? { conflicts } : { change: { ...place, action: 'remove', from: {}, to: {} }, conflicts };
  const lists = childFields(resource);
  const names = Object.keys(resource.fields).filter(
    (name) => !resource.fields[name]?.isDerived && !lists.includes(name) && name !== resource.key.name,
  );
  const changed = names.filter((name) => name in wanted && !isEqual(wanted[name], state?.[name] ?? null));
  if (state !== null && changed.length === 0) return { conflicts };
  const key = resource.key.field ? { [resource.key.name]: publicId } : {};
  const { record, findings } = parseRecord(
    resource,
    state === null ? { ...pickPresent(wanted, names), ...key } : pick(wanted, changed),
    { isWhole: state === null },
  );
  for (const name of lists) delete record[name];
  checkRules(resource, { ...state, ...record, ...key }, findings);
  const action = state === null ? 'create' : 'change';
  const change: Change = { ...place, action, from: state === null ? {} : pick(state, changed), to: record };
  return { change, conflicts, ...refusalOf(change, findings) };
}

/** The refusal of a change for faults of its values. */
export function refusalOf(change: Change, { faults }: Findings): Pick<RestoreStep, 'refusal'> {
  const { resource, number, file, record } = change;
  return faults.length > 0 ? { refusal: { resource, number, file, record, faults } } : {};
}

const pickPresent = (values: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name] ?? null]] : [])));

/** A step that only says why a record cannot be restored. */
export function refusedStep(resource: string, publicId: number, message: string): RestoreStep {
  const { findings, fault } = parseContext();
  fault('INVALID_VALUE', message);
  return { conflicts: [], refusal: { resource, number: publicId, file: '', record: 0, faults: findings.faults } };
}
