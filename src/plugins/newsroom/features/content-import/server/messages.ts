import type { Outcome, Progress, UploadedFile } from '../shared/content-import';

/** What the process that does the work is asked for: one thing at a time. */
export type Task = { job: string; folder: string } & (
  | { kind: 'plan'; files: UploadedFile[]; options: { match: string[]; isStrict: boolean } }
  | { kind: 'apply' }
  | { kind: 'undo'; batch: number }
);

/** What came of it. */
export type Result =
  | { kind: 'planned'; outcome: Outcome; plan: string | null }
  | { kind: 'applied'; batch: number | null }
  | { kind: 'refused'; refusalCount: number }
  /** What was asked for cannot be; the message says why. */
  | { kind: 'failed'; message: string };

/** What it tells. */
export type WorkerMessage =
  | { job: string; progress: Progress }
  | { job: string; result: Result }
  /** It has come to grief, through no fault of the files; one that was cut off may have been done. */
  | { job: string; error: string; isCutOff: boolean };
