import { entryOf, groupBy, slicesOf } from '../../../../../../common/maps';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { referencesTo } from '../../store/referrers';
import type { StayReason } from '../types';
import { decisionOn } from './decisions';
import { reasonsToStay } from './reasons-to-stay';
import type { PlanState } from './state';

/** How many records one statement reads. */
const CHUNK = 500;

/** A record that is deleted together with others. */
export interface Dependent {
  kind: string;
  publicId: number;
  /** The public ids of those of the others with which it is. */
  roots: Set<number>;
}

/**
 * Finds what is deleted together with some records, directly and indirectly, without what the input has: what becomes of that, the
 * comparison tells. One statement for each kind and level.
 */
export async function dependentsOf(
  state: PlanState,
  resource: Resource,
  publicIds: number[],
  run: Run,
): Promise<Dependent[]> {
  const found = new Map<string, Dependent>();
  const start = publicIds.map((publicId) => ({ kind: resource.kind, publicId, roots: new Set([publicId]) }));
  for (let level: Dependent[] = start; level.length > 0; ) {
    const next = new Set<Dependent>();
    for (const [kind, some] of groupBy(level, (each) => each.kind)) {
      const rootsOf = new Map(some.map(({ publicId, roots }) => [publicId, roots]));
      for (const reference of await referencesTo(kind, [...rootsOf.keys()], ['cascade'], run)) {
        const { kind: by } = reference.resource;
        const { publicId } = reference;
        if (state.inputRecords.get(by)?.has(publicId)) continue;
        const make = (): Dependent => ({ kind: by, publicId, roots: new Set() });
        const dependent = entryOf(found, `${by} ${publicId}`, make);
        const before = dependent.roots.size;
        for (const root of rootsOf.get(reference.target) ?? []) dependent.roots.add(root);
        if (dependent.roots.size > before) next.add(dependent);
      }
    }
    level = [...next];
  }
  return [...found.values()];
}

/**
 * Why records stay because of what would be deleted with them, by public id. What is decided of that counts first: where it is to be kept, no
 * other reason matters; where it may go, it is none.
 */
export async function reasonsOfDependents(
  state: PlanState,
  dependents: Dependent[],
  run: Run,
): Promise<Map<number, StayReason>> {
  const found = new Map<number, StayReason>();
  for (const [kind, all] of groupBy(dependents, (each) => each.kind)) {
    const resource = resourceByKind(kind);
    for (const some of slicesOf(all, CHUNK)) {
      const publicIds = some.map(({ publicId }) => publicId);
      const reasons = await reasonsToStay(resource, publicIds, state.sourceName ?? '', run);
      for (const { publicId, roots } of some) {
        const decision = decisionOn(state, { resource: resource.name, publicId });
        const reason: StayReason | undefined = decision === false ? { reason: 'kept' } : reasons.get(publicId);
        if (!reason || decision) continue;
        const dependent = { resource: resource.name, number: publicId };
        for (const root of roots)
          if (!found.has(root) || reason.reason === 'kept') found.set(root, { ...reason, dependent });
      }
    }
  }
  return found;
}
