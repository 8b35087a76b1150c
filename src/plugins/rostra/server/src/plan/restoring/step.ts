import { isEqual, type JsonObject, pick, pickPresent } from '../../../../../../common/json';
import { checkRules, parseRecord } from '../../operations/record';
import { childFields } from '../../operations/write';
import type { Resource } from '../../resource/resource';
import type { RecordPast } from '../../store/history/past';
import type { PlanRefusal, RefusalFault } from '../applying/refusals';
import type { Change } from '../types';
import type { Conflict } from './walk';

/** What restoring does to one record: the change of the plan, if there is one, and what speaks against it. */
export interface RestoreStep {
  change?: Change;
  /** The record that it changes, as it is now. */
  stored?: JsonObject;
  /** Whether the change only gives back what the deletion of another record took. */
  isReturn?: boolean;
  conflicts: Conflict[];
  /** Why the wanted values cannot be stored. */
  refusal?: PlanRefusal;
  /** Why the record stays as it is. */
  left?: PlanRefusal;
}

/**
 * Compares a record with its wanted state, null if it should not exist. Children are records of their own: lists of them are left
 * out without `hasChildren`. Values of fields that the resource no longer has are dropped; rules of today apply.
 */
export function stepTo(
  resource: Resource,
  past: Omit<RecordPast, 'revisions'>,
  wanted: JsonObject | null,
  { conflicts, hasChildren = false }: { conflicts: Conflict[]; hasChildren?: boolean },
): RestoreStep {
  const { publicId, state, hash } = past;
  const place = { resource: resource.name, number: publicId, file: '', record: 0, before: hash };
  if (wanted === null)
    return state === null ? { conflicts } : { change: { ...place, action: 'remove', from: {}, to: {} }, conflicts };
  const lists = hasChildren ? [] : childFields(resource);
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
  const { faults } = findings;
  return {
    change,
    conflicts,
    ...(state === null ? {} : { stored: state }),
    ...(faults.length > 0 ? { refusal: refusalOf(past, faults) } : {}),
  };
}

/** The refusal of a record that cannot be restored. */
export const refusalOf = (
  { resource, publicId }: Pick<RecordPast, 'resource' | 'publicId'>,
  faults: RefusalFault[],
): PlanRefusal => ({ resource, number: publicId, file: '', record: 0, faults });
