/** A file that cannot be read as records. Its message names the file, where it can the line, and what to do. */
export class SourceError extends Error {}

/** The error for a line of a file. */
export const faultInLine = (label: string, line: number, message: string): SourceError =>
  new SourceError(`${label}, line ${line}: ${message}`);
