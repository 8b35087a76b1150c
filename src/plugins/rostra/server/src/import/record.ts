import type { Resource } from '../resource/resource';

/** Records of one resource, from one place; they can be read more than once. */
export interface Source {
  of: Resource;
  /** What a fault calls it: the file's path as it was given. */
  label: string;
  bytes: number;
  /** Errors: SourceError where the file cannot be read any further. */
  records(): AsyncIterable<SourceRecord>;
}

/** One record of a source and where it stands: counted from 1. */
export interface SourceRecord {
  record: number;
  value: unknown;
  /** The line in which it begins, or its row in a sheet, where it has one of its own. */
  line?: number;
}
