/** How an import stands. Kept in its folder by the server, shown by the page. */
export type JobState =
  | 'uploading'
  | 'planning'
  | 'planned'
  | 'applying'
  | 'applied'
  | 'refused'
  | 'failed'
  | 'interrupted';

/** How far the work is: which part of it, of which file or resource, how many records. */
export interface Progress {
  step: 'waiting' | 'starting' | 'reading' | 'comparing' | 'listing' | 'writing';
  name: string;
  records: number;
  /** From 0 to 1, of all steps of the work. */
  part: number;
}

/** What becomes of the records of a resource. */
export interface Counts {
  created: number;
  changed: number;
  removed: number;
  unchanged: number;
}

export interface UploadedFile {
  name: string;
  resource: string;
  size: number;
  received: number;
}

/** What a plan comes to, without its lists. */
export interface Outcome {
  counts: Record<string, Counts>;
  faultCount: number;
  warningCount: number;
  ignored: Record<string, number>;
  withoutKey: number;
}

/** An import, or an undo, of somebody. */
export interface Job {
  id: string;
  kind: 'import' | 'undo';
  by: { id: number; name: string };
  made: string;
  state: JobState;
  files: UploadedFile[];
  options: { match: string[]; isStrict: boolean };
  progress?: Progress;
  outcome?: Outcome;
  /** The engine's own identifier of the plan. */
  plan?: string;
  batch?: number;
  /** The batch that an undo takes back. */
  undoes?: number;
  refusalCount?: number;
  /** Why it failed. */
  message?: string;
  /** What was going on when it was interrupted, or failed for no fault of the files or of what was asked for. */
  during?: 'uploading' | 'planning' | 'applying';
}

/** A problem with a record of a file, or with a stored one. */
export interface Problem {
  file: string;
  record: number;
  line?: number;
  resource?: string;
  number?: number;
  path: string;
  code: string;
  message: string;
  value?: string;
}

export type ProblemKind = 'faults' | 'warnings' | 'refusals';

export interface PageOf<T> {
  rows: T[];
  /** How many there are in all; of faults and warnings the plan names the first ones only. */
  total: number;
  page: number;
  pageSize: number;
}

/** A kind of record that files can hold, as the page needs to know it. */
export interface ImportableResource {
  name: string;
  uid: string;
  fields: { name: string; attribute: string; canMatch: boolean }[];
}

/** What the server allows, and knows. */
export interface ImportOptions {
  resources: ImportableResource[];
  limits: { fileBytes: number; files: number; chunkBytes: number };
}

export interface Batch {
  number: number;
  kind: 'import' | 'undo';
  label: string;
  made: string;
  counts: Record<string, Counts>;
  undoes: number | null;
  undoneBy: number | null;
}

/** All that the page shows at first. */
export interface Overview {
  jobs: Job[];
  batches: PageOf<Batch>;
}

/** Whether something is going on that changes without anybody's doing. */
export const isBusy = ({ state }: Job): boolean => state === 'planning' || state === 'applying';

/** Whether it was being applied when the service, or the process that does it, came to grief: nothing was written, or all. */
export const wasCutOff = ({ state, during }: Job): boolean =>
  (state === 'interrupted' || state === 'failed') && during === 'applying';

/** The part of a file's name that says which resource it holds: `rs_bills (1).csv` is a second download of `rs_bills.csv`. */
export const resourceIn = (file: string, names: string[]): string | undefined => {
  const stem = file.replace(/\.[^.]*$/, '').replace(/\s*\(\d+\)$/, '');
  return names.find((name) => name === stem.toLowerCase());
};
