/** Why an export could not be made, and what to do. `exitCode` 2: it was asked for in a wrong way. */
export class ExportError extends Error {
  constructor(
    message: string,
    readonly exitCode: 1 | 2 = 1,
  ) {
    super(message);
  }
}

/** What the system says of writing a file, in words; anything else as it is. */
export function describeFailure(error: unknown, file: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason = REASONS[code ?? ''];
  return reason ? new ExportError(`${file} could not be written: ${reason}. Nothing was exported.`) : error;
}

const REASONS: Record<string, string> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'no space is left for this user',
  EFBIG: 'it would be larger than a file may be here',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the device can only be read',
  ENOTDIR: 'what should be its folder is a file',
  EEXIST: 'what should be its folder is a file',
  EISDIR: 'there is a folder of this name',
};
