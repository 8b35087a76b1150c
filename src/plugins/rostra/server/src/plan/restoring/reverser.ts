import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import type { RecordPast } from '../../store/history/past';
import type { BatchChanges } from './batch-cells';
import { reverseInRecord } from './batch-walk';
import { type GoneQuery, leaveGone, type Reversed } from './gone';
import { findNeeded, type Need, nameOf } from './needed';
import type { StepsBackOptions } from './revert';
import { stepTo } from './step';
import type { Conflict, ConflictChoice } from './walk';

/** What to take back of a batch. */
export interface BatchScope extends Pick<GoneQuery, 'returning'> {
  batch: BatchChanges;
  records(): StepsBackOptions['records'];
  /** Which of these records would be deleted. */
  created(resource: string, publicIds: number[]): Promise<number[]>;
  /** Which of these records are to be taken back. */
  includes(resource: string, publicIds: number[], run: Run): Promise<number[]>;
}

interface ReverserOptions {
  command: 'undo' | 'redo';
  edits: ConflictChoice;
  /** What is known to stay besides conflicts. */
  needs: Need[];
  run: Run;
}

/** All changes that did and undid a batch. */
export const changesOf = ({ change, undos, redos }: BatchChanges): number[] => [change, ...undos, ...redos];

/**
 * Returns what takes a batch, or its undos, back in records. To `keep` edits, it first walks through all records to find what has to stay
 * because of them.
 */
export async function reverserOf(
  { batch, records, returning, created, includes }: BatchScope,
  { command, edits, needs, run }: ReverserOptions,
): Promise<StepsBackOptions['reverse']> {
  const isKept = edits === 'keep';
  // Deleted records that do not return after all.
  const lost = new Set<string>();
  const returns: GoneQuery['returning'] = async (resource, publicIds) =>
    new Set(
      [...(await returning(resource, publicIds))].filter((publicId) => !lost.has(nameOf({ resource, publicId }))),
    );
  const reverseAlone = async (resource: Resource, pasts: RecordPast[]): Promise<Reversed[]> => {
    const partnerOf = (name: string) => resource.fields[name]?.partner;
    const alone = pasts.map((past) => ({
      past,
      ...reverseInRecord(past, { batch, command, choice: edits, partnerOf }),
    }));
    const reversed = await leaveGone(resource, alone, { omits: isKept, returning: returns, run });
    return isKept ? reversed.map((each) => leaveInvalid(resource, each)) : reversed;
  };
  if (!isKept) return reverseAlone;
  const reverse = async (resource: Resource, pasts: RecordPast[]): Promise<Reversed[]> => {
    const reversed = await reverseAlone(resource, pasts);
    for (const { past, wanted, conflicts } of reversed)
      if (past.state === null && wanted === null && conflicts.length > 0) lost.add(nameOf(past));
    return reversed;
  };
  const query = {
    ...{ changes: changesOf(batch), batch, reverse, needs, created, run },
    includes: (resource: string, publicIds: number[]) => includes(resource, publicIds, run),
  };
  let needed: Map<string, Conflict>;
  let known: number;
  do {
    known = lost.size;
    needed = await findNeeded({ ...query, records: records() });
  } while (lost.size > known);
  return async (resource, pasts) =>
    (await reverseAlone(resource, pasts)).map((each) => {
      const { past, wanted } = each;
      const conflict = wanted === null && past.state !== null ? needed.get(nameOf(past)) : undefined;
      return conflict ? { past, wanted: past.state, conflicts: [conflict] } : each;
    });
}

/** Leaves a record as it is if what it would be breaks a rule. */
function leaveInvalid(resource: Resource, reversed: Reversed): Reversed {
  const { past, wanted, conflicts } = reversed;
  const { refusal } = stepTo(resource, past, wanted, { conflicts });
  const [by] = past.revisions;
  if (!refusal || !by) return reversed;
  const reason = refusal.faults.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  const { resource: name, publicId } = past;
  const conflict: Conflict = { resource: name, publicId, path: '', kind: 'invalid', by, reason };
  return { past, wanted: past.state, conflicts: [...conflicts, conflict] };
}
