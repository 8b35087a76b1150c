import type { Resource } from '../resource/resource';

/** The records of one resource from one file or stream; readable several times. */
export interface Source {
  resource: Resource;
  /** Its name in messages: the file's path as given. */
  label: string;
  bytes: number;
  /** Errors: SourceError if the rest of the file cannot be read. */
  records(): AsyncIterable<SourceRecord>;
}

/** One record of a source; `record` counts from 1. */
export interface SourceRecord {
  record: number;
  value: unknown;
  /** The line where it begins, or its row in a sheet; none if several records share a line. */
  line?: number;
}

/** Thrown for a file that cannot be read as records. The message names the file, if possible the line, and what to do. */
export class SourceError extends Error {}

/** Creates the error for a line of a file. */
export const faultInLine = (label: string, line: number, message: string): SourceError =>
  new SourceError(`${label}, line ${line}: ${message}`);
