import type { Json, JsonObject } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { parseContext } from '../../fields/parse-context';
import type { Source } from '../../import/record';
import { canonicalRecord } from '../../operations/record';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { hashesOf } from '../../store/history/past';
import { readStoredRecords, rowIdsOf } from '../../store/read-many';
import { findRestricting } from '../../store/referrers';
import { type SideEffect, sideEffectsOfDelete } from '../side-effects';
import type { Change, RecordPosition } from '../types';
import { addFault, addFindings, addWarning, countsOf, type OmittedChild, type PlanState, placeOf } from './state';

/** How many references a warning lists. */
const MAX_LISTED = 20;

/** Changes by resource and public id. */
type Changes = Map<Resource, Map<number, Change>>;

/**
 * Last step of planning: finds stored records outside the input that refer to what is to be deleted: omitted children, and what the
 * source no longer has. A required reference is a fault; an optional one is cleared, by a change of its record and with the warning
 * REFERENCE_LOST.
 */
export async function clearOrphanedReferences(state: PlanState, run: Run, isStrict: boolean): Promise<Change[]> {
  const changes: Changes = new Map();
  for (const [kind, omittedChildren] of state.omittedChildren)
    for (const [publicId, omitted] of omittedChildren)
      await clearReferencesTo(state, changes, omittedTarget(state, kind, publicId, omitted), { run, isStrict });
  for (const [kind, gone] of state.gone)
    for (const [publicId, source] of gone)
      await clearReferencesTo(state, changes, goneTarget(state, kind, publicId, source), { run, isStrict });
  return [...changes.values()].flatMap((each) => [...each.values()]);
}

/** A record that is to be deleted. */
interface Target {
  kind: string;
  publicId: number;
  place: RecordPosition;
  /** The record and the field that a warning concerns. */
  concerned: { resource: string; number: number; path: string };
  /** Why it is to be deleted. */
  reason: string;
  /** Notes that it is in use. */
  refuse(users: string): void;
}

const omittedTarget = (state: PlanState, kind: string, publicId: number, omitted: OmittedChild): Target => {
  const { source, sourceRecord, field, parent } = omitted;
  return {
    kind,
    publicId,
    place: placeOf(source, sourceRecord),
    concerned: { resource: source.resource.name, number: parent, path: field },
    reason: 'is omitted',
    refuse: (users) => {
      const { findings, fault } = parseContext(field);
      fault('INVALID_VALUE', `${publicId} is in use and cannot be omitted: ${users}`);
      addFindings(state, source, sourceRecord, findings);
    },
  };
};

const goneTarget = (state: PlanState, kind: string, publicId: number, source: Source): Target => {
  const { name } = resourceByKind(kind);
  const place = { file: source.label, record: 0 };
  const reason = `is no longer at ${state.sourceName}`;
  return {
    kind,
    publicId,
    place,
    concerned: { resource: name, number: publicId, path: '' },
    reason,
    refuse: (users) => {
      const message = `${name} ${publicId} ${reason}, but is in use: ${users}`;
      addFault(state, place, { path: '', code: 'INVALID_VALUE', message });
    },
  };
};

async function clearReferencesTo(
  state: PlanState,
  changes: Changes,
  { kind, publicId, place, concerned, reason, refuse }: Target,
  { run, isStrict }: { run: Run; isStrict: boolean },
): Promise<void> {
  const target = resourceByKind(kind);
  const [row] = await rowIdsOf(target, [publicId], run);
  if (row === undefined) return;
  const { references } = await findRestricting(kind, row, run);
  const required = references.filter(({ resource, id }) => !isInInput(state, resource, id));
  if (required.length > 0) {
    refuse(required.map((user) => `${user.resource} ${user.id} (${user.field})`).join(', '));
    return;
  }
  const optional = (await sideEffectsOfDelete(target, publicId, run)).map((each) => excludeInput(state, each));
  for (const { resource, publicIds, fields } of optional) {
    const hashes = await hashesOf(resource.name, publicIds, run);
    for (const { publicId: id, text } of await readStoredRecords(resource, publicIds, run)) {
      const { record } = canonicalRecord(resource, text);
      const before = hashes.get(id) ?? '';
      clearReference(state, changes, { resource, publicId: id, record, before, fields, target: publicId, place });
    }
  }
  const clearedReferences = optional.flatMap(({ resource, publicIds, fields }) =>
    publicIds.map((id) => `${resource.name} ${id} (${fields.join(', ')})`),
  );
  if (clearedReferences.length === 0) return;
  const rest = clearedReferences.length > MAX_LISTED ? ', …' : '';
  const message = `${target.name} ${publicId} ${reason}; references to it are cleared: ${clearedReferences.slice(0, MAX_LISTED).join(', ')}${rest}`;
  addWarning(state, place, { ...concerned, code: 'REFERENCE_LOST', message, records: 1 }, isStrict);
}

/** A stored record that refers to a child about to be deleted. */
export interface OrphanedReference {
  resource: Resource;
  publicId: number;
  record: JsonObject;
  /** Its hash. */
  before: string;
  /** The fields with the reference, and fields that are cleared together with them. */
  fields: string[];
  /** The child's public id. */
  target: number;
  place: RecordPosition;
}

/** Adds the change that clears a reference; further ones in the same record join the same change. */
export function clearReference(
  state: PlanState,
  changes: Changes,
  { resource, publicId, record, before, fields, target, place }: OrphanedReference,
): void {
  const known = entryOf(changes, resource, () => new Map<number, Change>());
  const { from, to } = entryOf(known, publicId, (): Change => {
    countsOf(state, resource).changed += 1;
    return { resource: resource.name, number: publicId, action: 'change', ...place, before, from: {}, to: {} };
  });
  for (const name of fields) {
    from[name] = record[name] ?? null;
    to[name] = removeReference(to[name] ?? record[name] ?? null, target);
  }
}

/** A list of references without one of them; null in place of a single reference. */
const removeReference = (value: Json, target: number): Json =>
  Array.isArray(value) ? value.filter((each) => each !== target) : null;

const excludeInput = (state: PlanState, { resource, publicIds, fields }: SideEffect): SideEffect => ({
  resource,
  fields,
  publicIds: publicIds.filter((publicId) => !isInInput(state, resource.name, publicId)),
});

/** Whether the comparison settles what becomes of a record: the input has it, or it is to be deleted as well. */
const isInInput = (state: PlanState, name: string, publicId: number): boolean =>
  [...state.inputRecords, ...state.gone].some(
    ([kind, known]) => resourceByKind(kind).name === name && known.has(publicId),
  );
