/** The uid of the action that the page and its data require. */
export const IMPORT_ACTION = 'content-import';

/** The state of an import; stored in the job's folder and shown on the page. */
export type JobState =
  | 'uploading'
  | 'planning'
  | 'planned'
  | 'applying'
  | 'applied'
  | 'refused'
  | 'failed'
  | 'interrupted';

/** Progress of a running job: the step, the file or resource it works on, and the records done. */
export interface JobProgress {
  step: 'waiting' | 'starting' | 'reading' | 'comparing' | 'listing' | 'writing';
  name: string;
  records: number;
  /** Fraction of the whole job, from 0 to 1. */
  part: number;
}

/** How many records of a resource a plan or a batch creates, changes, removes and leaves as they are. */
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

/** The summary of a plan, without its lists of findings. */
export interface Outcome {
  counts: Record<string, Counts>;
  faultCount: number;
  warningCount: number;
  ignored: Record<string, number>;
  withoutKey: number;
  /** Of how many records applying notes what the files say, for the next import. */
  noteCount: number;
  /** Of how many stored records applying notes the identifier at the source; unset in older plans. */
  identifiedCount?: number;
  /** How many records of one kind would have to be allowed to go, if fewer are. */
  neededLimit?: number;
  /** What people have done since the last import, by kind. */
  editCounts: Partial<Record<EditKind, number>>;
}

/** What people have done since the last import, as plans tell it apart. */
export type EditKind = 'edited' | 'merged' | 'conflict' | 'gone' | 'deleted' | 'matched';

/** How files are imported. */
export interface JobOptions {
  /** The fields that match records without an id. */
  match: string[];
  /** The name of the source of the records. */
  source?: string;
  /** Whether records are removed that the source knew and that the files no longer have. */
  sync?: boolean;
  /** How many of each resource may go; by default few. */
  syncLimit?: number;
  /** Whether those go as well that people have made, changed or restored, or that other sources know. */
  syncAll?: boolean;
  /** Whether warnings count as faults. */
  isStrict: boolean;
  /** Whether the file wins where people have changed the same field. */
  takesFile: boolean;
  /** Whether records that people have deleted return. */
  restoresDeleted: boolean;
  /** Whether the file wins in single fields, `rs_bills/12/title`, or records, `rs_bills/12`, whatever else is chosen. */
  decisions?: Record<string, boolean>;
}

/** An import or an undo. */
export interface Job {
  id: string;
  kind: 'import' | 'undo';
  by: { id: number; name: string };
  made: string;
  state: JobState;
  files: UploadedFile[];
  options: JobOptions;
  progress?: JobProgress;
  outcome?: Outcome;
  /** The engine's identifier of the plan. */
  plan?: string;
  batch?: number;
  /** The batch that this job undoes. */
  undoes?: number;
  /** Whether that leaves what others have changed since as it is. */
  keepsEdits?: boolean;
  refusalCount?: number;
  /** Of an undo: whether trying it could find more. */
  mayBeMore?: true;
  /** Why the job failed. */
  message?: string;
  /** The step during which the job was interrupted or failed unexpectedly; unset when the files or the plan are at fault. */
  during?: 'uploading' | 'planning' | 'applying';
}

/** A finding about a record in a file, or about a stored one. */
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
  /** What the message names, for the page's own text: `problem.CODE`. */
  details?: Record<string, string | number>;
}

export type ProblemKind = 'faults' | 'warnings' | 'refusals';

export interface PageOf<T> {
  rows: T[];
  /** All rows that match. Plans list only the first faults and warnings. */
  total: number;
  page: number;
  pageSize: number;
}

/** A resource that can be imported, as the page shows it. */
export interface ImportableResource {
  name: string;
  uid: string;
  fields: { name: string; attribute: string; canMatch: boolean }[];
}

/** The resources that the editor may import, and the server's limits. */
export interface ImportOptions {
  resources: ImportableResource[];
  /** The other ones: plans and batches may hold records of any kind. */
  others: ImportableResource[];
  /** The names of sources that imports have named so far. */
  sources: string[];
  limits: { fileBytes: number; files: number; chunkBytes: number };
}

export interface Batch {
  number: number;
  kind: 'import' | 'undo' | 'redo';
  label: string;
  made: string;
  counts: Record<string, Counts>;
  undoes: number | null;
  redoes: number | null;
  undoneBy: number | null;
  /** For how many records of each resource it is undone. */
  undone: Record<string, number>;
}

/** What an undo does with what others have changed since: it is refused, or leaves that as it is. */
export type UndoEdits = 'refuse' | 'keep';

/** What undoing a batch would do now. */
export interface UndoPreview {
  counts: Record<string, Counts>;
  /** How many records prevent it. */
  refusalCount: number;
  /** Whether there may be more: records that use what would go are found only by trying, and these were found before. */
  mayBeMore?: true;
  /** Of how many records it would leave something as it is. */
  keptCount: number;
  /** The import that has to be undone first, if one is in the way. */
  first: number | null;
  /** The list of the records that prevent it, by its id; null if none do. */
  list: string | null;
}

/** The jobs and one page of the batches. */
export interface Overview {
  jobs: Job[];
  batches: PageOf<Batch>;
}

/** Whether the worker is busy with the job, so that its state changes by itself. */
export const isBusy = ({ state }: Job): boolean => state === 'planning' || state === 'applying';

/** Whether the job was interrupted while it was being applied: either everything was written or nothing. */
export const wasInterruptedApplying = ({ state, during }: Job): boolean =>
  (state === 'interrupted' || state === 'failed') && during === 'applying';

/** The resource that a file's name stands for; browsers name a second download of `rs_bills.csv` `rs_bills (1).csv`. */
export const resourceOfFile = (file: string, names: string[]): string | undefined => {
  const stem = file
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]*$/, '')
    .replace(/\s*\(\d+\)$/, '');
  return names.find((name) => name === stem.toLowerCase());
};
