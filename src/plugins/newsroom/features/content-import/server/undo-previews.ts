import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Job, UndoEdits, UndoPreview } from '../shared/content-import';
import { InterruptedError, type Worker } from './worker';

/** How long an undo is tried, in ms: it holds the lock of imports, and those of the records that it writes. */
const MOST_MS = 20_000;

interface Request {
  batch: number;
  edits: UndoEdits;
  by: Job['by'];
  /** Aborted when nobody waits for the answer any longer. */
  left: AbortSignal;
}

interface Preview {
  result: Promise<UndoPreview | undefined>;
  /** How many requests wait for it. */
  waiting: number;
  abandon(): void;
}

interface Options {
  worker: Worker;
  /** The folder of the jobs, in which each preview has one for what stands in the way; it goes as those of unfinished jobs do. */
  folder: string;
  isImporting(): Promise<boolean>;
}

/** The folder of a preview, by the id of its list. */
export const previewFolder = (root: string, batch: number, list: string): string =>
  path.join(root, `undo-${batch}-${list}`);

/**
 * Finds out what undoing a batch would do. The attempt holds what it writes, and the process that plans: so there is none beside another import,
 * requests for the same batch share one, and it ends with the last of them.
 */
export function openUndoPreviews({ worker, folder, isImporting }: Options) {
  const running = new Map<string, Preview>();

  const start = ({ batch, edits, by }: Request): Preview => {
    const list = randomUUID();
    const job = `preview ${list}`;
    const key = keyOf({ batch, edits });
    const remove = () => {
      clearTimeout(limit);
      if (running.get(key) === preview) running.delete(key);
    };
    const abandon = () => {
      remove();
      worker.abandon(job);
    };
    const limit = setTimeout(abandon, MOST_MS).unref();
    const own = previewFolder(folder, batch, list);
    const task = { kind: 'preview-undo' as const, job, folder: own, by, batch, edits };
    const result = tryUndo(worker, task, list).finally(remove);
    const preview = { result, waiting: 0, abandon };
    running.set(key, preview);
    return preview;
  };

  /** Undefined if that cannot be found out now: something else is being done, it takes too long, or nobody waits for it. */
  return async (request: Request): Promise<UndoPreview | undefined> => {
    const { left } = request;
    const key = keyOf(request);
    // An attempt holds the lock itself.
    const isHeld = !running.has(key) && (await isImporting());
    if (left.aborted) return undefined;
    const preview = running.get(key) ?? (isHeld || worker.isBusy() ? undefined : start(request));
    if (!preview) return undefined;
    preview.waiting += 1;
    const leave = () => {
      preview.waiting -= 1;
      if (preview.waiting === 0) preview.abandon();
    };
    left.addEventListener('abort', leave, { once: true });
    return preview.result;
  };
}

const keyOf = ({ batch, edits }: Pick<Request, 'batch' | 'edits'>): string => `${batch} ${edits}`;

type Task = Extract<Parameters<Worker['run']>[0], { batch: number }>;

async function tryUndo(worker: Worker, task: Task, list: string): Promise<UndoPreview | undefined> {
  try {
    const result = await worker.run(task, () => undefined);
    if (result.kind !== 'previewed') return undefined;
    const { kind: _, ...preview } = result;
    return { ...preview, list: preview.refusalCount > 0 ? list : null };
  } catch (error) {
    // It may have been writing its list.
    await rm(task.folder, { recursive: true, force: true });
    if (error instanceof InterruptedError) return undefined;
    throw error;
  }
}
