import { readFileSync } from 'node:fs';
import { StartError } from '../start-error';

/** Reads a file. @throws StartError that names a file that is missing or cannot be read. */
export function readSound<T>(file: string, read: (bytes: Buffer) => T): T {
  try {
    return read(readFileSync(file));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(`${file} is ${code === 'ENOENT' ? 'missing' : `damaged: ${message}`}`);
  }
}
