import type { JsonObject } from '../../../../../../common/json';
import { entryOf, groupBy } from '../../../../../../common/maps';
import type { Reference } from '../../fields/parse-context';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { hashesOf, lockPast, outlinesOf, pastOf, type RecordPast } from '../../store/history/past';
import { lockRecords } from '../../store/read-many';
import type { RefusalFault } from '../applying/refusals';
import { publicIdsOf } from '../references';
import type { Conflict } from './walk';

/** A record that a restore concerns: as it is now, and as it should be. */
export interface Draft {
  resource: Resource;
  past: RecordPast;
  wanted: JsonObject | null;
  conflicts: Conflict[];
  /** Why it cannot be restored. */
  faults: RefusalFault[];
  /** The values of fields with nothing but references that return to where a deletion cleared them. */
  places: JsonObject;
  /** Whether its lists of children are restored with it; children of deleted records return by themselves. */
  hasChildren: boolean;
}

/** The records that a restore concerns, by resource and public id. */
export interface Drafts {
  all(): Draft[];
  find(resource: Resource, publicId: number): Draft | undefined;
  /**
   * Locks records, reads what happened to them since a change, and adds those that are missing, as they are now. Only `withValues`,
   * revisions have the values of changed fields.
   */
  open(resource: Resource, publicIds: number[], since: number, options?: { withValues: boolean }): Promise<Draft[]>;
  /** Tells which of these references, and only of these, lead to no record, even after the restore. One statement for each kind. */
  findGone(references: Reference[]): Promise<(reference: Reference) => boolean>;
}

/** The records of one restore, in one transaction. */
export function openDrafts(run: Run): Drafts {
  const drafts = new Map<string, Draft>();
  const keyOf = (name: string, publicId: number) => `${name} ${publicId}`;
  const find = (resource: Resource, publicId: number) => drafts.get(keyOf(resource.name, publicId));
  return {
    all: () => [...drafts.values()],
    find,
    open: async (resource, publicIds, since, { withValues } = { withValues: false }) => {
      // As writers do: the rows first.
      await lockRecords(resource, publicIds, run);
      await lockPast(resource.name, publicIds, run);
      const pasts = withValues
        ? await pastOf(resource.name, publicIds, [since], run)
        : await outlinesOf(resource.name, publicIds, since, run);
      return pasts.map((past) =>
        entryOf(drafts, keyOf(resource.name, past.publicId), () => ({
          resource,
          past,
          wanted: past.state,
          conflicts: [],
          faults: [],
          places: {},
          hasChildren: false,
        })),
      );
    },
    findGone: async (references) => {
      const stored = new Map<string, Map<number, string>>();
      for (const [kind, some] of groupBy(references, (each) => each.kind))
        stored.set(kind, await hashesOf(resourceByKind(kind).name, publicIdsOf(some), run));
      return ({ kind, publicId = 0 }) => {
        const draft = find(resourceByKind(kind), publicId);
        return draft ? draft.wanted === null : !stored.get(kind)?.has(publicId);
      };
    },
  };
}
