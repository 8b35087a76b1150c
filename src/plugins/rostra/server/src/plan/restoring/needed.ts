import { rowsIn } from '../../../../../../common/json';
import { groupBy } from '../../../../../../common/maps';
import type { Reference } from '../../fields/parse-context';
import { childFields } from '../../operations/write';
import { resourceByKind, resourceByName } from '../../resource/registry';
import type { Run } from '../../store/database';
import { pastOf, type RecordPast } from '../../store/history/past';
import { publicIdsOf, referencesIn } from '../references';
import type { StepsBackOptions } from './revert';
import type { Conflict, Reversal } from './walk';

/** A field that stays, or a whole record without `path`, and the change because of which it does. */
export type Need = Pick<Conflict, 'resource' | 'publicId' | 'path' | 'by'>;

/** The name of a record, as a key. */
export const nameOf = ({ resource, publicId }: { resource: string; publicId: number }): string =>
  `${resource} ${publicId}`;

interface NeededQuery extends Pick<StepsBackOptions, 'records' | 'changes'> {
  reverse(past: RecordPast): Reversal;
  /** What is known to stay besides conflicts. */
  needs: Need[];
  /** Which of these records would be deleted. */
  created(resource: string, publicIds: number[]): Promise<number[]>;
  run: Run;
}

/**
 * The records that would be deleted, but that are needed by what stays, by name: what it refers to, and children of records that stay.
 * Reads a chunk of records at a time.
 */
export async function findNeeded({
  records,
  changes,
  reverse,
  needs,
  created,
  run,
}: NeededQuery): Promise<Map<string, Conflict>> {
  const needed = new Map<string, Conflict>();
  const read = (resource: string, publicIds: number[]) => pastOf(resource, publicIds, changes, run);
  let open: Needed[] = [];
  for (const [resource, some] of groupBy(needs, (each) => each.resource))
    for (const past of await read(resource, [...new Set(some.map(({ publicId }) => publicId))]))
      open.push(...some.filter(({ publicId }) => publicId === past.publicId).flatMap((need) => neededBy(past, need)));
  for await (const { resource, publicIds } of records)
    for (const past of await read(resource, publicIds))
      open.push(...reverse(past).conflicts.flatMap((conflict) => neededBy(past, conflict)));
  while (open.length > 0) {
    const next: Needed[] = [];
    for (const [kind, some] of groupBy(open, ({ reference }) => reference.kind)) {
      const { name: resource } = resourceByKind(kind);
      const deleted = await created(resource, publicIdsOf(some.map(({ reference }) => reference)));
      const fresh = deleted.filter((publicId) => !needed.has(nameOf({ resource, publicId })));
      const reasons = new Map(some.map(({ reference, need }) => [reference.publicId, need]));
      for (const past of fresh.length > 0 ? await read(resource, fresh) : []) {
        const need = reasons.get(past.publicId);
        if (!need || past.state === null) continue;
        const { by } = need;
        const conflict: Conflict = {
          resource,
          publicId: past.publicId,
          path: '',
          kind: 'needed',
          by,
          neededBy: { resource: need.resource, publicId: need.publicId },
        };
        needed.set(nameOf(past), conflict);
        next.push(...neededBy(past, conflict));
      }
    }
    open = next;
  }
  return needed;
}

interface Needed {
  reference: Reference;
  need: Need;
}

/** What a record refers to where it stays, and its children if it stays as a whole. */
function neededBy({ resource: name, state }: RecordPast, need: Need): Needed[] {
  if (state === null) return [];
  const resource = resourceByName(name);
  const lists = childFields(resource);
  const partner = resource.fields[need.path]?.partner ?? need.path;
  const names = (need.path === '' ? Object.keys(state) : [need.path, partner]).filter((each) => !lists.includes(each));
  const children = (need.path === '' ? lists : []).flatMap((list): Reference[] => {
    const kind = resource.fields[list]?.children?.kind;
    return kind ? rowsIn(state, list).map(({ id }) => ({ kind, publicId: id as number, path: list })) : [];
  });
  return [...referencesIn(resource, state, names), ...children].map((reference) => ({ reference, need }));
}
