/** Thrown if an export fails; the message says why and what to do. `exitCode` 2: wrong use. */
export class ExportError extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** Turns a system error about writing a file into an ExportError; returns any other error unchanged. */
export function describeFailure(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason = REASONS[code ?? ''];
  return reason ? new ExportError(`${file} could not be written: ${reason}. Nothing was exported.`) : error;
}

const REASONS: Record<string, string> = {
  ENOSPC: 'no space left on the device',
  EDQUOT: 'no space left in the quota of this user',
  EFBIG: 'it exceeds the maximum file size',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  EISDIR: 'a folder has this name',
};
