import { entryOf, slicesOf } from '../../../../../../common/maps';
import { resourceByKind } from '../../resource/registry';
import type { Run } from '../../store/database';
import { type ReferenceTo, referencesTo } from '../../store/referrers';
import type { StayReason } from '../types';
import { type Going, keep } from './going';
import type { PlanState } from './state';

/** How many records one statement reads. */
const CHUNK = 500;

/**
 * Keeps what stored records require that neither the input has nor the plan removes, and again what those that stay for this require. What
 * the input has, the comparison settles. One statement for each kind and chunk, as often as something new stays.
 */
export async function keepRequired(state: PlanState, all: Going[], run: Run): Promise<void> {
  for (let isNews = true; isNews; ) {
    isNews = false;
    const owners = ownersOf(all);
    const kept = new Map<Going, Map<number, StayReason>>();
    for (const [kind, records] of owners)
      for (const some of slicesOf([...records.keys()], CHUNK)) {
        for (const reference of await referencesTo(kind, some, ['restrict'], run)) {
          const { kind: by } = reference.resource;
          const isGoing = owners.get(by)?.has(reference.publicId);
          if (isGoing || state.inputRecords.get(by)?.has(reference.publicId)) continue;
          for (const { going, roots } of records.get(reference.target) ?? [])
            for (const root of roots)
              entryOf(
                entryOf(kept, going, () => new Map<number, StayReason>()),
                root,
                () => reasonOf({ going, root }, { kind, reference }),
              );
        }
      }
    for (const [going, reasons] of kept) {
      isNews = true;
      keep(going, reasons);
    }
  }
}

/** Why a record goes: with which ones of a resource. */
interface Owner {
  going: Going;
  roots: Iterable<number>;
}

/** What would go, by kind and public id. */
function ownersOf(all: Going[]): Map<string, Map<number, Owner[]>> {
  const owners = new Map<string, Map<number, Owner[]>>();
  const add = (kind: string, publicId: number, owner: Owner) => {
    const records = entryOf(owners, kind, () => new Map<number, Owner[]>());
    entryOf(records, publicId, () => []).push(owner);
  };
  for (const going of all) {
    for (const publicId of going.own) add(going.source.resource.kind, publicId, { going, roots: [publicId] });
    for (const { kind, publicId, roots } of going.dependents.values()) add(kind, publicId, { going, roots });
  }
  return owners;
}

/** The reason of a record of which a dependent is required, or it itself. */
function reasonOf(
  { going, root }: { going: Going; root: number },
  { kind, reference }: { kind: string; reference: ReferenceTo },
): StayReason {
  const { resource, publicId, target } = reference;
  const isOwn = kind === going.source.resource.kind && target === root;
  return {
    reason: 'required',
    user: { resource: resource.name, number: publicId },
    ...(!isOwn && { dependent: { resource: resourceByKind(kind).name, number: target } }),
  };
}
