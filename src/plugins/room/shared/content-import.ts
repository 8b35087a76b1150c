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
  /** Why it failed, where the files, or what was asked for, are at fault. */
  message?: string;
  /** What was going on when it was interrupted or failed. */
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

/** A record that another one names. */
export interface Named {
  number: number;
  /** What people know it by; null where it is not stored (yet) or not to be seen. */
  title: string | null;
}

/** A text of which only the part that differs is of interest. */
export interface Excerpt {
  before: string;
  same: [start: string, end: string];
  after: string;
}

/** A field of a record, before → after. */
export type FieldChange = { name: string } & (
  | { kind: 'text'; text: Excerpt }
  | { kind: 'records'; removed: Named[]; added: Named[]; kept: number }
  | { kind: 'value'; before: unknown; after: unknown; isTime: boolean }
);

/** A record that a plan makes or changes. */
export interface RecordChange {
  number: number;
  title: string | null;
  /** Strapi's name of a stored record, for a link. */
  documentId: string | null;
  file: string;
  record: number;
  line?: number;
  fields: FieldChange[];
}

export type ChangeAction = 'create' | 'change';

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
  batches: Batch[];
  batchCount: number;
}

/** Whether something is going on that changes without anybody's doing. */
export const isBusy = ({ state }: Job): boolean => state === 'planning' || state === 'applying';

/** The part of a file's name that says which resource it holds: `rs_bills (1).csv` is a second download of `rs_bills.csv`. */
export const resourceIn = (file: string, names: string[]): string | undefined => {
  const stem = file.replace(/\.[^.]*$/, '').replace(/\s*\(\d+\)$/, '');
  return names.find((name) => name === stem.toLowerCase());
};
