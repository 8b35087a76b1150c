/** Thrown for a file that cannot be read as records. The message names the file, if possible the line, and what to do. */
export class SourceError extends Error {}

/** Creates the error for a line of a file. */
export const faultInLine = (label: string, line: number, message: string): SourceError =>
  new SourceError(`${label}, line ${line}: ${message}`);
