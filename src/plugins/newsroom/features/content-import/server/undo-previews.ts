import type { Job, UndoPreview } from '../shared/content-import';
import { InterruptedError, type Worker } from './worker';

/** How long an undo is tried, in ms: it holds the lock of imports, and those of the records that it writes. */
const MOST_MS = 20_000;

interface Request {
  batch: number;
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
  /** The folder of the jobs. */
  folder: string;
  isImporting(): Promise<boolean>;
}

/**
 * Finds out what undoing a batch would do. The attempt holds what it writes, and the process that plans: so there is none beside another import,
 * requests for the same batch share one, and it ends with the last of them.
 */
export function openUndoPreviews({ worker, folder, isImporting }: Options) {
  const running = new Map<number, Preview>();
  let started = 0;

  const start = ({ batch, by }: Request): Preview => {
    started += 1;
    const job = `preview ${started}`;
    const remove = () => {
      clearTimeout(limit);
      if (running.get(batch) === preview) running.delete(batch);
    };
    const abandon = () => {
      remove();
      worker.abandon(job);
    };
    const limit = setTimeout(abandon, MOST_MS).unref();
    const result = tryUndo(worker, { kind: 'preview-undo', job, folder, by, batch }).finally(remove);
    const preview = { result, waiting: 0, abandon };
    running.set(batch, preview);
    return preview;
  };

  /** Undefined if that cannot be found out now: something else is being done, it takes too long, or nobody waits for it. */
  return async (request: Request): Promise<UndoPreview | undefined> => {
    const { batch, left } = request;
    // An attempt holds the lock itself.
    const isHeld = !running.has(batch) && (await isImporting());
    if (left.aborted) return undefined;
    const preview = running.get(batch) ?? (isHeld || worker.isBusy() ? undefined : start(request));
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

async function tryUndo(worker: Worker, task: Parameters<Worker['run']>[0]): Promise<UndoPreview | undefined> {
  try {
    const result = await worker.run(task, () => undefined);
    return result.kind === 'previewed' ? { counts: result.counts, refusalCount: result.refusalCount } : undefined;
  } catch (error) {
    if (error instanceof InterruptedError) return undefined;
    throw error;
  }
}
