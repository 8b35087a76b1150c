import type { Json, JsonObject } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import { parseContext } from '../../fields/parse-context';
import { canonicalRecord } from '../../operations/record';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { hashesOf } from '../../store/history/past';
import { readStoredRecords, rowIdsOf } from '../../store/read-many';
import { findRestricting } from '../../store/referrers';
import { type SideEffect, sideEffectsOfDelete } from '../side-effects';
import type { Change, RecordPosition } from '../types';
import { addFindings, addWarning, countsOf, type OmittedChild, type PlanState, placeOf } from './state';

/** How many references a warning lists. */
const MAX_LISTED = 20;

/** Changes by resource and public id. */
type Changes = Map<Resource, Map<number, Change>>;

/**
 * Last step of planning: finds stored records outside the input that refer to omitted children. A required reference is a
 * fault; an optional one is cleared, by a change of its record and with the warning REFERENCE_LOST.
 */
export async function clearOrphanedReferences(state: PlanState, run: Run, isStrict: boolean): Promise<Change[]> {
  const changes: Changes = new Map();
  for (const [kind, omittedChildren] of state.omittedChildren) {
    for (const [publicId, omitted] of omittedChildren) {
      await clearReferencesTo(state, changes, { kind, publicId, omitted }, { run, isStrict });
    }
  }
  return [...changes.values()].flatMap((each) => [...each.values()]);
}

async function clearReferencesTo(
  state: PlanState,
  changes: Changes,
  { kind, publicId, omitted }: { kind: string; publicId: number; omitted: OmittedChild },
  { run, isStrict }: { run: Run; isStrict: boolean },
): Promise<void> {
  const { source, sourceRecord, field, parent } = omitted;
  const child = resourceByKind(kind);
  const [row] = await rowIdsOf(child, [publicId], run);
  if (row === undefined) return;
  const { references } = await findRestricting(kind, row, run);
  const required = references.filter(({ resource, id }) => !isInInput(state, resource, id));
  if (required.length > 0) {
    const { findings, fault } = parseContext(field);
    const users = required.map((user) => `${user.resource} ${user.id} (${user.field})`).join(', ');
    fault('INVALID_VALUE', `${publicId} is in use and cannot be omitted: ${users}`);
    addFindings(state, source, sourceRecord, findings);
    return;
  }
  const optional = (await sideEffectsOfDelete(child, publicId, run)).map((each) => excludeInput(state, each));
  const place = placeOf(source, sourceRecord);
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
  const message = `${child.name} ${publicId} is omitted; references to it are cleared: ${clearedReferences.slice(0, MAX_LISTED).join(', ')}${rest}`;
  const origin = { resource: source.resource.name, number: parent };
  addWarning(state, place, { ...origin, code: 'REFERENCE_LOST', path: field, message, records: 1 }, isStrict);
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

const isInInput = (state: PlanState, name: string, publicId: number): boolean =>
  [...state.inputRecords].some(([kind, known]) => resourceByKind(kind).name === name && known.has(publicId));
