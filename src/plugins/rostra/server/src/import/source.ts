import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { allResources, findResource, importable } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { fileNameOf, isAddress, labelOfAddress } from './address';
import { type Content, contentOf, toTemporaryFile, unzipped } from './formats/content';
import { ENDINGS, formatOf } from './formats/format';
import { readerOf } from './formats/records';
import { type Source, SourceError } from './record';

export { SourceError };

/** How to read sources. */
export interface SourceOptions {
  /** The resource of all records; by default each file is named after its resource. */
  resource?: string;
  /** The stream that `-` reads. */
  stdin?: AsyncIterable<string | Uint8Array>;
  /** What has been downloaded from the addresses among the paths. */
  downloads?: ReadonlyMap<string, { content: Content }>;
  /** How many bytes a compressed file may have when it is unpacked. */
  mostUnpacked?: number;
}

/** The path that means standard input. */
const STDIN = '-';

/**
 * Opens the sources at some paths: files named after resources (`rs_bills.json`, `reps.csv.gz`, `acts.xlsx`), folders of such
 * files, addresses, or `-`. With `resource`, a file may have any name; its content decides the format. Returns the sources in the
 * order of the registry. Errors: SourceError that lists every fault.
 */
export async function sourcesOf(paths: string[], options: SourceOptions = {}): Promise<Source[]> {
  const { resource } = options;
  const faults: string[] = [];
  if (resource !== undefined && !importableNamed(resource))
    faults.push(`there is no resource "${resource}"; ${listKnown()}`);
  if (paths.filter((each) => each === STDIN).length > 1) faults.push(`${STDIN} may be given only once`);
  const files = faults.length > 0 ? [] : (await Promise.all(paths.map((each) => filesAt(each, faults)))).flat();
  const sources = [];
  // One at a time: a workbook is in memory as a whole while its rows are extracted.
  for (const file of files) sources.push(await sourceOf(file, options, faults));
  if (faults.length > 0) throw new SourceError(faults.join('\n'));
  const order = allResources();
  return sources
    .flatMap((source) => source ?? [])
    .sort((a, b) => order.indexOf(a.resource) - order.indexOf(b.resource));
}

async function filesAt(file: string, faults: string[]): Promise<string[]> {
  if (file === STDIN || isAddress(file)) return [file];
  const stats = await stat(file).catch(() => undefined);
  if (!stats) {
    faults.push(`${file}: no such file or folder`);
    return [];
  }
  if (!stats.isDirectory()) return [file];
  const names = (await readdir(file)).filter(isContent).sort();
  if (names.length === 0) faults.push(`${file}: no file in this folder ends in ${ENDINGS.join(', ')}`);
  for (const [index, name] of names.entries()) {
    const other = names.findIndex((each) => nameOf(each) === nameOf(name));
    if (other < index)
      faults.push(`${file}: ${names[other]} and ${name} both contain ${nameOf(name)}: keep one of them`);
  }
  return names.map((name) => path.join(file, name));
}

/** Skips the lock files that Excel keeps next to open workbooks: `~$acts.xlsx`. */
const isContent = (name: string): boolean => ENDINGS.includes(endingOf(name)) && !/^[.~]/.test(name);

const nameOf = (file: string): string => path.parse(unpackedName(file)).name;

const endingOf = (file: string): string => path.extname(unpackedName(file)).toLowerCase();

/** The name of a file without the ending of gzip. */
const unpackedName = (file: string): string => (isAddress(file) ? fileNameOf(file) : file).replace(/\.gz$/i, '');

const importableNamed = (name: string): Resource | undefined => findResource(name, importable());

const listKnown = (): string =>
  `the resources are ${importable()
    .map(({ name }) => name)
    .join(', ')}`;

async function sourceOf(file: string, options: SourceOptions, faults: string[]): Promise<Source | undefined> {
  const label = labelOf(file);
  const resource = importableNamed(options.resource ?? nameOf(file));
  const ending = endingOf(file);
  if (!resource || (options.resource === undefined && !ENDINGS.includes(ending))) {
    const rule = `name the file after its resource, with the ending ${ENDINGS.join(', ')}, or give --resource`;
    faults.push(`${label}: ${file === STDIN ? 'give --resource' : rule}; ${listKnown()}`);
    return undefined;
  }
  try {
    const content = await unzipped(await open(file, options), label, options.mostUnpacked);
    const result = await formatOf(content, ending);
    if ('fault' in result) throw new SourceError(`${label}: ${result.fault}`);
    const records = await readerOf(resource, { content, label, format: result.format });
    return { resource, label, bytes: content.size, records };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    faults.push(error.message);
    return undefined;
  }
}

/** The name of a path in messages. */
const labelOf = (file: string): string =>
  file === STDIN ? 'standard input' : isAddress(file) ? labelOfAddress(file) : file;

async function open(file: string, { stdin, downloads }: SourceOptions): Promise<Content> {
  if (file === STDIN) return toTemporaryFile(stdin ?? process.stdin);
  return downloads?.get(file)?.content ?? contentOf(file);
}
