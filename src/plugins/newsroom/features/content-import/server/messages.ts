import type {
  Job,
  JobOptions,
  JobProgress,
  Outcome,
  UndoEdits,
  UndoPreview,
  UploadedFile,
} from '../shared/content-import';

/** A task for the worker process, which handles one at a time. */
export type WorkerTask = { job: string; folder: string } & (
  | { kind: 'plan'; files: UploadedFile[]; options: JobOptions }
  | { kind: 'apply'; by: Job['by'] }
  | { kind: 'undo' | 'preview-undo'; by: Job['by']; batch: number; edits: UndoEdits }
);

/** The outcome of a task. */
export type WorkerResult =
  | { kind: 'planned'; outcome: Outcome; plan: string | null }
  | { kind: 'applied'; batch: number | null }
  | { kind: 'refused'; refusalCount: number; mayBeMore?: true }
  /** What an undo would do. */
  | ({ kind: 'previewed' } & Omit<UndoPreview, 'list'>)
  /** The files, the plan or the batch are at fault; the message says why. */
  | { kind: 'failed'; message: string };

/** A message from the worker process. */
export type WorkerMessage =
  | { job: string; progress: JobProgress }
  | { job: string; result: WorkerResult }
  /** Unexpected failure, not caused by the files. If interrupted, the task may nevertheless have been done. */
  | { job: string; error: string; isInterrupted: boolean };
