import { pick } from '../../../../../../common/json';
import { groupBy } from '../../../../../../common/maps';
import type { Reference } from '../../fields/parse-context';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { hashesOf, type RecordPast, type Removal, removalsOf } from '../../store/history/past';
import { changedIn, fieldOf, publicIdsOf, referencesIn, withoutReferences } from '../references';
import type { Conflict, Reversal } from './walk';

/** A record, and what taking changes back makes of it. */
export interface Reversed extends Reversal {
  past: RecordPast;
}

export interface GoneQuery {
  /** Whether references are left out where a record can do without them. */
  omits: boolean;
  /** Which of these deleted records return. */
  returning(resource: string, publicIds: number[]): Promise<Set<number>>;
  run: Run;
}

/** Finds the references of wanted states that would lead to no record, even after the changes are taken back, but for those left out. */
export async function findGone(
  resource: Resource,
  reversals: Reversed[],
  { omits, returning, run }: GoneQuery,
): Promise<(Reversed & { gone: Reference[] })[]> {
  const all = reversals.map(({ past, wanted }) => changedReferences(resource, past, wanted));
  const present = new Map<string, { has(publicId: number): boolean }[]>();
  for (const [kind, some] of groupBy(all.flat(), (each) => each.kind)) {
    const { name } = resourceByKind(kind);
    const publicIds = publicIdsOf(some);
    present.set(kind, [await hashesOf(name, publicIds, run), await returning(name, publicIds)]);
  }
  const isGone = ({ kind, publicId = 0 }: Reference) => !present.get(kind)?.some((each) => each.has(publicId));
  return reversals.map((each, index) => {
    const gone = (all[index] ?? []).filter(isGone);
    if (!each.wanted || !omits || gone.length === 0) return { ...each, gone };
    const wanted = withoutReferences(resource, each.wanted, gone);
    return { ...each, wanted, gone: changedReferences(resource, each.past, wanted).filter(isGone) };
  });
}

/** Leaves fields as they are that would refer to a record which is gone, and deleted records deleted: conflicts. */
export async function leaveGone(resource: Resource, reversals: Reversed[], query: GoneQuery): Promise<Reversed[]> {
  const found = await findGone(resource, reversals, query);
  const removals = new Map<string, Map<number, Removal>>();
  for (const [kind, some] of groupBy(
    found.flatMap(({ gone }) => gone),
    (each) => each.kind,
  ))
    removals.set(kind, await removalsOf(resourceByKind(kind).name, publicIdsOf(some), query.run));
  return found.map(({ gone, ...reversed }) => {
    const { past, wanted, conflicts } = reversed;
    if (!wanted || gone.length === 0) return reversed;
    const more = new Map<string, Conflict>();
    for (const { kind, publicId = 0, path } of gone) {
      const name = past.state === null ? '' : fieldOf(path);
      const [last] = past.revisions;
      const removal = removals.get(kind)?.get(publicId);
      const by = removal?.by ?? last;
      const missing = { resource: resourceByKind(kind).name, publicId, isDeleted: removal !== undefined };
      if (by && !more.has(name))
        more.set(name, { resource: resource.name, publicId: past.publicId, path: name, kind: 'missing', by, missing });
    }
    const names = [...more.keys()].flatMap((name) => [name, resource.fields[name]?.partner ?? name]);
    const left = past.state && { ...wanted, ...pick(past.state, names) };
    return { past, wanted: left, conflicts: [...conflicts, ...more.values()] };
  });
}

const changedReferences = (resource: Resource, { state }: RecordPast, wanted: Reversal['wanted']): Reference[] =>
  wanted ? referencesIn(resource, wanted, changedIn(resource, state, wanted)) : [];
