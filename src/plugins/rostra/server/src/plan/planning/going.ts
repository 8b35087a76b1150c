import { entryOf, slicesOf } from '../../../../../../common/maps';
import type { Source } from '../../import/record';
import type { Run } from '../../store/database';
import { storedAt } from '../../store/external-ids/external-ids';
import type { StayReason } from '../types';
import { decisionOn } from './decisions';
import { type Dependent, dependentsOf, reasonsOfDependents } from './dependents';
import { reasonsToStay } from './reasons-to-stay';
import type { PlanState } from './state';

/** How many records one statement reads. */
const CHUNK = 500;

/** What would be removed of a resource. */
export interface Going {
  source: Source;
  /** How many stored records the source knows. */
  known: number;
  /** The public ids of those that it no longer has, and that go. */
  own: Set<number>;
  /** What is deleted with them, also where that is missing at the source itself. */
  dependents: Map<string, Dependent>;
  /** Why records stay, or would if nothing else were decided, by public id. */
  reasons: Map<number, StayReason>;
}

/**
 * Finds the stored records that the source of the import knows and that the input does not have, and which of them go, with their
 * dependents: what is decided of single ones counts before `all`.
 */
export async function goingOf(state: PlanState, source: Source, all: boolean, run: Run): Promise<Going> {
  const { resource } = source;
  const { sourceName = '' } = state;
  const known = await storedAt({ resource: resource.name, sourceName }, run);
  const going: Going = { source, known: known.length, own: new Set(), dependents: new Map(), reasons: new Map() };
  const missing = known.filter((publicId) => !state.inputRecords.get(resource.kind)?.has(publicId));
  for (const some of slicesOf(missing, CHUNK)) {
    const reasons = await reasonsToStay(resource, some, sourceName, run);
    const decisions = new Map(
      some.map((publicId) => [publicId, decisionOn(state, { resource: resource.name, publicId })]),
    );
    const goes = (publicId: number) =>
      reasons.get(publicId)?.reason !== 'kept' && (decisions.get(publicId) ?? (all || !reasons.has(publicId)));
    const dependents = await dependentsOf(state, resource, some.filter(goes), run);
    for (const [root, reason] of await reasonsOfDependents(state, dependents, run))
      if (reason.reason === 'kept' || !reasons.has(root)) reasons.set(root, reason);
    for (const publicId of some.filter(goes)) going.own.add(publicId);
    for (const each of dependents) addDependent(going, each);
    for (const [publicId, reason] of reasons) going.reasons.set(publicId, reason);
  }
  return going;
}

/** Adds what is deleted with records that go. */
function addDependent({ own, dependents }: Going, { kind, publicId, roots }: Dependent): void {
  const those = [...roots].filter((root) => own.has(root));
  if (those.length === 0) return;
  const known = entryOf(dependents, `${kind} ${publicId}`, (): Dependent => ({ kind, publicId, roots: new Set() }));
  for (const root of those) known.roots.add(root);
}

/** Leaves records where they are, for a reason, with what belongs only to them. */
export function keep({ own, dependents, reasons }: Going, kept: Map<number, StayReason>): void {
  for (const [publicId, reason] of kept) {
    own.delete(publicId);
    reasons.set(publicId, reason);
  }
  for (const [key, { roots }] of dependents) {
    for (const root of roots) if (kept.has(root)) roots.delete(root);
    if (roots.size === 0) dependents.delete(key);
  }
}
