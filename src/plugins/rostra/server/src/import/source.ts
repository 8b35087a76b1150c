import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { allResources, findResource, importable } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { contentOf, spool } from './formats/content';
import { ENDINGS, formatOf } from './formats/format';
import { readerOf } from './formats/records';
import { SourceError } from './formats/source-error';
import type { Source } from './record';

export { SourceError };

/** Whose records all paths hold, whatever their names; what `-` reads. */
export interface SourceOptions {
  resource?: string;
  stdin?: AsyncIterable<string | Uint8Array>;
}

/** Stands for standard input among the paths. */
const STDIN = '-';

/**
 * The sources behind paths: files named after resources (`rs_bills.json`, `reps.csv`, `acts.xlsx`), folders of them, or `-`.
 * With `resource` a file may have any name; its format is told from what it holds. They come in the order of the registry.
 * Errors: SourceError that names every fault.
 */
export async function sourcesOf(paths: string[], { resource, stdin }: SourceOptions = {}): Promise<Source[]> {
  const faults: string[] = [];
  if (resource !== undefined && !named(resource)) faults.push(`there is no resource "${resource}"; ${known()}`);
  if (paths.filter((each) => each === STDIN).length > 1) faults.push(`${STDIN} stands for one input only`);
  const files = faults.length > 0 ? [] : (await Promise.all(paths.map((each) => filesAt(each, faults)))).flat();
  const sources = [];
  // One after the other: a workbook is in memory as a whole while its rows are taken out.
  for (const file of files) sources.push(await sourceOf(file, { resource, stdin }, faults));
  if (faults.length > 0) throw new SourceError(faults.join('\n'));
  const order = allResources();
  return sources
    .flatMap((source) => source ?? [])
    .sort((a, b) => order.indexOf(a.resource) - order.indexOf(b.resource));
}

async function filesAt(given: string, faults: string[]): Promise<string[]> {
  if (given === STDIN) return [given];
  const found = await stat(given).catch(() => undefined);
  if (!found) {
    faults.push(`${given}: no such file or folder`);
    return [];
  }
  if (!found.isDirectory()) return [given];
  const names = (await readdir(given)).filter(isContent).sort();
  if (names.length === 0) faults.push(`${given}: no file in this folder ends in ${ENDINGS.join(', ')}`);
  for (const [index, name] of names.entries()) {
    const other = names.findIndex((each) => nameOf(each) === nameOf(name));
    if (other < index) faults.push(`${given}: ${names[other]} and ${name} are both ${nameOf(name)}: which is meant?`);
  }
  return names.map((name) => path.join(given, name));
}

/** Files that Excel has open leave others beside them: `~$acts.xlsx`. */
const isContent = (name: string): boolean => ENDINGS.includes(path.extname(name).toLowerCase()) && !/^[.~]/.test(name);

const nameOf = (file: string): string => path.basename(file, path.extname(file));

const named = (name: string): Resource | undefined => findResource(name, importable());

const known = (): string =>
  `known are ${importable()
    .map(({ name }) => name)
    .join(', ')}`;

async function sourceOf(given: string, options: SourceOptions, faults: string[]): Promise<Source | undefined> {
  const label = given === STDIN ? 'standard input' : given;
  const resource = named(options.resource ?? nameOf(given));
  const ending = path.extname(given).toLowerCase();
  if (!resource || (options.resource === undefined && !ENDINGS.includes(ending))) {
    const rule = `a file is named after its resource and ends in ${ENDINGS.join(', ')}, or --resource says what it holds`;
    faults.push(`${label}: ${given === STDIN ? '--resource must say what it holds' : rule}; ${known()}`);
    return undefined;
  }
  try {
    const content = given === STDIN ? await spool(options.stdin ?? process.stdin) : await contentOf(given);
    const found = await formatOf(content, ending);
    if ('fault' in found) throw new SourceError(`${label}: ${found.fault}`);
    const records = await readerOf(resource, { content, label, format: found.format });
    return { resource, label, bytes: content.size, records };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    faults.push(error.message);
    return undefined;
  }
}
