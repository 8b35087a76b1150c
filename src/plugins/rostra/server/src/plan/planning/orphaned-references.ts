import { isEqual, type JsonObject } from '../../../../../../common/json';
import { entryOf, groupBy, slicesOf } from '../../../../../../common/maps';
import { parseContext } from '../../fields/parse-context';
import type { Source } from '../../import/record';
import { canonicalRecord } from '../../operations/record';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { hashesOf } from '../../store/history/past';
import { readStoredRecords } from '../../store/read-many';
import { MAX_REFERRERS, type ReferenceTo, referencesTo } from '../../store/referrers';
import { fieldOf } from '../references';
import type { Change, RecordPosition } from '../types';
import { withoutReferencesTo } from './lost-references';
import { addFault, addFindings, addWarning, countsOf, type OmittedChild, type PlanState, placeOf } from './state';

/** How many records one statement reads. */
const CHUNK = 500;

/**
 * Last step of planning: finds stored records outside the input that refer to what is to be deleted: omitted children, and what the
 * source no longer has. A required reference is a fault; an optional one is cleared, by a change of its record and with the warning
 * REFERENCE_LOST. Adds to the further changes; returns those that are concerned.
 */
export async function clearOrphanedReferences(state: PlanState, run: Run): Promise<Change[]> {
  const changes = new Set<Change>();
  for (const [kind, targets] of targetsOf(state))
    for (const some of slicesOf(targets, CHUNK)) await clearReferencesTo(state, changes, { kind, some, run });
  return [...changes];
}

/** A record that is to be deleted. */
interface Target {
  publicId: number;
  place: RecordPosition;
  /** The record and the field that a warning concerns. */
  concerned: { resource: string; number: number; path: string };
  /** Why it is to be deleted. */
  reason: string;
  /** Notes that it is in use. */
  refuse(users: string): void;
}

function* targetsOf(state: PlanState): Iterable<[string, Target[]]> {
  for (const [kind, omitted] of state.omittedChildren)
    yield [kind, [...omitted].map(([publicId, each]) => omittedTarget(state, publicId, each))];
  for (const [kind, gone] of state.gone)
    yield [kind, [...gone].map(([publicId, source]) => goneTarget(state, kind, publicId, source))];
}

const omittedTarget = (state: PlanState, publicId: number, omitted: OmittedChild): Target => {
  const { source, sourceRecord, field, parent } = omitted;
  return {
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
  changes: Set<Change>,
  { kind, some, run }: { kind: string; some: Target[]; run: Run },
): Promise<void> {
  const publicIds = some.map(({ publicId }) => publicId);
  const all = await referencesTo(kind, publicIds, ['restrict', 'clear', 'unlist'], run);
  const references = groupBy(
    all.filter(({ resource, publicId }) => !isSettled(state, resource, publicId)),
    ({ target }) => target,
  );
  const cleared: ReferenceTo[] = [];
  const targets = new Map(some.map((target) => [target.publicId, target]));
  for (const target of some) {
    const users = references.get(target.publicId) ?? [];
    const required = users.filter(({ onDelete }) => onDelete === 'restrict');
    if (required.length > 0) {
      target.refuse(listOf(required.map((each) => `${each.resource.name} ${each.publicId} (${each.field})`)));
      continue;
    }
    cleared.push(...users);
    const texts = [...(state.cleared.get(kind)?.get(target.publicId) ?? []), ...textsOf(users)];
    if (texts.length === 0) continue;
    const { place, concerned, reason } = target;
    const message = `${resourceByKind(kind).name} ${target.publicId} ${reason}; references to it are cleared: ${listOf(texts)}`;
    addWarning(state, place, { ...concerned, code: 'REFERENCE_LOST', message, records: 1 });
  }
  for (const [resource, users] of groupBy(cleared, (each) => each.resource)) {
    const byRecord = groupBy(users, ({ publicId }) => publicId);
    for (const ids of slicesOf([...byRecord.keys()], CHUNK)) {
      const hashes = await hashesOf(resource.name, ids, run);
      for (const { publicId, text } of await readStoredRecords(resource, ids, run)) {
        const { record } = canonicalRecord(resource, text);
        const before = hashes.get(publicId) ?? '';
        for (const [target, those] of groupBy(byRecord.get(publicId) ?? [], (each) => each.target)) {
          const { place = { file: '', record: 0 } } = targets.get(target) ?? {};
          const fields = fieldsOf(those);
          const change = clearReference(state, {
            resource,
            publicId,
            record,
            before,
            fields,
            target: { kind, publicId: target },
            place,
          });
          changes.add(change);
        }
      }
    }
  }
}

/** A stored record that refers to one about to be deleted. */
export interface OrphanedReference {
  resource: Resource;
  publicId: number;
  record: JsonObject;
  /** Its hash. */
  before: string;
  /** The fields with the reference. */
  fields: string[];
  /** The other record. */
  target: { kind: string; publicId: number };
  place: RecordPosition;
}

/** Adds the change that clears a reference; further ones in the same record join the same change. */
export function clearReference(
  state: PlanState,
  { resource, publicId, record, before, fields, target, place }: OrphanedReference,
): Change {
  const known = entryOf(state.further, resource, () => new Map<number, Change>());
  const change = entryOf(known, publicId, (): Change => {
    countsOf(state, resource).changed += 1;
    return { resource: resource.name, number: publicId, action: 'change', ...place, before, from: {}, to: {} };
  });
  const { from, to } = change;
  const publicIds = new Set([target.publicId]);
  const now = { ...record, ...to };
  const next = withoutReferencesTo(resource, now, { fields, kind: target.kind, publicIds });
  for (const name of Object.keys(next).filter((each) => !isEqual(next[each], now[each]))) {
    from[name] = record[name] ?? null;
    to[name] = next[name] ?? null;
  }
  return change;
}

/** The fields that are cleared with references of a record, also those that cannot do without. */
const fieldsOf = (references: ReferenceTo[]): string[] => [
  ...new Set(
    references.flatMap(({ resource, field }) => {
      const name = fieldOf(field);
      return [name, resource.fields[name]?.companion ?? name];
    }),
  ),
];

/** `rs_bills 5 (sponsors)`, for each record. */
const textsOf = (references: ReferenceTo[]): string[] =>
  [...groupBy(references, ({ resource, publicId }) => `${resource.name} ${publicId}`)].map(
    ([record, some]) => `${record} (${fieldsOf(some).join(', ')})`,
  );

const listOf = (texts: string[]): string =>
  `${texts.slice(0, MAX_REFERRERS).join(', ')}${texts.length > MAX_REFERRERS ? ', …' : ''}`;

/** Whether the comparison settles what becomes of a record: the input has it, or it is to be deleted as well. */
const isSettled = (state: PlanState, { kind }: Resource, publicId: number): boolean =>
  [state.inputRecords, state.gone].some((each) => each.get(kind)?.has(publicId) ?? false);
