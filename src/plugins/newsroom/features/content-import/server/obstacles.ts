import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { groupBy } from '../../../../../common/maps';
import type { PlanRefusal } from '../../../../rostra/server/src/plan/applying/refusals';
import { fieldOf } from '../../../../rostra/server/src/plan/references';
import type { StepListener } from '../../../../rostra/server/src/plan/restoring/perform';
import type { BatchReversal } from '../../../../rostra/server/src/plan/restoring/reverse-batch';
import type { Conflict } from '../../../../rostra/server/src/plan/restoring/walk';
import { findResource } from '../../../../rostra/server/src/resource/registry';
import type { PageOf, UndoEdits, UndoPreview } from '../shared/content-import';
import type { ObstacleKind } from '../shared/obstacles';
import { readIndexed, writeIndexes } from './line-index';
import { PAGE_SIZE } from './pages';

/** Why a record stands in the way, as the engine says. */
export interface FoundReason {
  kind: ObstacleKind;
  path: string;
  by?: Conflict['by'];
  other?: { resource: string; publicId: number };
  fault?: { code: string; message: string };
}

/** A record that stands in the way of an undo. */
export interface FoundObstacle {
  resource: string;
  number: number;
  reasons: FoundReason[];
}

const filePath = (folder: string): string => path.join(folder, 'obstacles.ndjson');
const indexPath = (folder: string): string => path.join(folder, 'obstacles.lines');

/** How many records are written at once. */
const FLUSH = 1_000;

/**
 * Collects the records that stand in the way of an undo in a file, one a line, however many there are. What the undo would `keep` does not
 * stand in its way. Creates the folder with the first one.
 */
export function openObstacles(folder: string, edits: UndoEdits) {
  let lines: string[] = [];
  let count = 0;
  let kept = 0;
  const flush = () => {
    if (lines.length === 0) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    appendFileSync(filePath(folder), lines.join(''), { mode: 0o600 });
    lines = [];
  };
  const note = (found: FoundObstacle) => {
    count += 1;
    lines.push(`${JSON.stringify(found)}\n`);
    if (lines.length >= FLUSH) flush();
  };
  const listener: StepListener = {
    begin: () => {
      [lines, count, kept] = [[], 0, 0];
      for (const file of [filePath(folder), indexPath(folder)]) rmSync(file, { force: true });
    },
    add: ({ conflicts, refusal }) => {
      const [first] = conflicts;
      if (first && edits === 'keep') kept += 1;
      const reasons = [
        ...(edits === 'keep' ? [] : conflicts.map(reasonOf)),
        ...(refusal?.faults.map((fault) => reasonOfFault(refusal.resource, fault)) ?? []),
      ];
      const { resource, number } = refusal ?? { resource: first?.resource ?? '', number: first?.publicId ?? 0 };
      if (reasons.length > 0) note({ resource, number, reasons });
    },
  };
  return {
    listener,
    /** Notes what only the attempt to write has found; returns how many records stand in the way, and of how many something stays. */
    finish: async (result: BatchReversal): Promise<Pick<UndoPreview, 'refusalCount' | 'mayBeMore' | 'keptCount'>> => {
      // Nothing is written where something stands in the way before.
      const isUntried = count > 0;
      if (!isUntried) for (const each of foundByWriting(result)) note(each);
      flush();
      if (count > 0) {
        await writeIndexes(
          filePath(folder),
          () => ({ index: indexPath(folder) }),
          () => undefined,
        );
      }
      return { refusalCount: count, ...(isUntried && { mayBeMore: true }), keptCount: kept };
    },
  };
}

/** Reads a page of them; pages count from 1. */
export async function readObstacles(folder: string, page: number): Promise<PageOf<FoundObstacle>> {
  const place = { skip: (page - 1) * PAGE_SIZE, take: PAGE_SIZE };
  const { lines, total } = await readIndexed(filePath(folder), [indexPath(folder)], place);
  return { rows: lines.map((line) => JSON.parse(line) as FoundObstacle), total, page, pageSize: PAGE_SIZE };
}

function reasonOf({ kind, path: field, by, missing }: Conflict): FoundReason {
  // These only keep a record as it is where edits are kept.
  if (kind === 'needed' || kind === 'invalid')
    throw new Error(`an undo that keeps nothing found a record to be ${kind}`);
  return {
    kind,
    path: field,
    by,
    ...(missing && { other: { resource: missing.resource, publicId: missing.publicId } }),
  };
}

type Fault = PlanRefusal['faults'][number];

/** Why the values of before cannot be stored. */
function reasonOfFault(resource: string, { path: field, code, message }: Fault): FoundReason {
  if (findResource(resource)?.hasPrivateHistory) return { kind: 'private', path: '' };
  return { kind: 'invalid', path: field, fault: { code, message } };
}

/** By then values have been checked: one that is refused refers to a record that would go. */
const BY_CODE: Record<string, ObstacleKind> = {
  MISMATCH: 'changed',
  UNKNOWN_REFERENCE: 'removed',
  TAKEN: 'taken',
  INVALID_VALUE: 'inUse',
};

function foundByWriting({ refusals, blockers }: BatchReversal): FoundObstacle[] {
  const byRecord = groupBy(refusals, ({ resource, number }) => `${resource} ${number}`);
  const makers = new Map(
    blockers.map(({ resource, publicId, path: field, by }) => [`${resource} ${publicId} ${field}`, by]),
  );
  return [...byRecord.values()].map((some) => {
    const { resource = '', number = 0 } = some[0] ?? {};
    const reasons = some.flatMap(({ faults }) =>
      faults.map(({ path: field, code, message }): FoundReason => {
        const by = makers.get(`${resource} ${number} ${fieldOf(field)}`);
        const kind = BY_CODE[code] ?? 'invalid';
        return { kind, path: field, ...(by && { by }), ...(kind === 'invalid' && { fault: { code, message } }) };
      }),
    );
    return { resource, number, reasons };
  });
}
