import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runInHost } from './command-host';
import type { Done } from './service';

/** Sets up a new folder of files to import for each test. */
export function contentFolder() {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-import-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  return {
    /** Writes a file: text or bytes unchanged, other values as JSON. */
    write: (name: string, content: unknown) =>
      writeFile(
        path.join(folder, name),
        typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content),
      ),

    /** Returns the path of a file. */
    at: (name: string) => path.join(folder, name),

    /** Reads a file as text. */
    read: (name: string) => readFile(path.join(folder, name), 'utf8'),

    /** Imports the folder, or only the named files. */
    importAll: (...names: string[]) =>
      content(['import', ...(names.length > 0 ? names.map((name) => path.join(folder, name)) : [folder])]),

    /** Returns the faults in an import's output, sorted, with file names instead of paths. */
    faultsIn: (err: string): string[] =>
      err
        .trim()
        .split('\n')
        .map((line) => line.replace(`${folder}${path.sep}`, '').replace(/; given: .*/, ''))
        .sort(),
  };
}

/**
 * Runs `content` for the service under test in the shared command host, one command at a time. `input` is its standard
 * input. Use `runCommand` to run a separate process.
 */
export const content = (args: string[], input?: string | Buffer): Promise<Done> => runInHost(args, input);

/** Returns the counts that an import printed for a resource: new, changed and unchanged records. */
export const countsOf = (out: string, name: string): string[] | undefined =>
  out
    .split('\n')
    .find((line) => new RegExp(`^${name}( +\\d+){4}$`).test(line))
    ?.split(/\s+/)
    .flatMap((cell, column) => (column === 1 || column === 2 || column === 4 ? [cell] : []));

/**
 * Returns a generator of identifiers up to `last`, rising within a call, each call below those before: a record that a test makes
 * without an identifier gets one above all that exist, so that it never takes one that is still to be given out here.
 */
export function identifiersUpTo(last: number): (count: number) => number[] {
  let next = last + 1;
  return (count) => {
    next -= count;
    return Array.from({ length: count }, (_, index) => next + index);
  };
}
