import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { runInHost } from './command-host';
import type { Done } from './service';

/** A folder of files to import, a new one for each test. */
export function contentFolder() {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-import-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  return {
    /** Writes a file: JSON, or a text or bytes as they are. */
    write: (name: string, given: unknown) =>
      writeFile(
        path.join(folder, name),
        typeof given === 'string' || given instanceof Buffer ? given : JSON.stringify(given),
      ),

    /** The path of a file. */
    at: (name: string) => path.join(folder, name),

    /** The text of a file. */
    read: (name: string) => readFile(path.join(folder, name), 'utf8'),

    /** Imports the folder, or the named files of it. */
    importAll: (...names: string[]) =>
      content(['import', ...(names.length > 0 ? names.map((name) => path.join(folder, name)) : [folder])]),

    /** The faults that an import named, one a line, files by their names. */
    faultsIn: (err: string): string[] =>
      err
        .trim()
        .split('\n')
        .map((line) => line.replace(`${folder}${path.sep}`, '').replace(/; given: .*/, ''))
        .sort(),
  };
}

/**
 * Runs `content` beside the service under test, in the process that all such commands share: one after the other. `input` is
 * its standard input. Use `runCommand` where a process of its own matters.
 */
export const content = (args: string[], input?: string | Buffer): Promise<Done> => runInHost(args, input);

/** What an import says of a resource: how many records are new, changed, unchanged. */
export const counted = (out: string, name: string): string[] | undefined =>
  out
    .split('\n')
    .find((line) => new RegExp(`^${name}( +\\d+){4}$`).test(line))
    ?.split(/\s+/)
    .flatMap((cell, column) => (column === 1 || column === 2 || column === 4 ? [cell] : []));

/** Gives identifiers after `first`, far from those that other tests give; none twice. */
export function identifiersAfter(first: number): (count: number) => number[] {
  let last = first;
  return (count) => Array.from({ length: count }, () => (last += 1));
}
