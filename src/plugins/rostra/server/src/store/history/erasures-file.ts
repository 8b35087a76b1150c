import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFileDurably } from '../../../../../../common/files';
import { tryParseJson } from '../../../../../../common/json';
import { allResources, findResource } from '../../resource/registry';
import type { Run } from '../database';
import { accountOf, type Erasure, eraseNames, eraseValues, listErasures, parentFieldsOf } from './erase';

/** The file of a data folder that holds all erasures: a backup of the database can be older than some of them. */
export const ERASURES = 'erasures.ndjson';

/** Reads the erasures of a data folder. Errors: a line that is none, which would otherwise never be applied again. */
async function readErasures(dataDir: string): Promise<Erasure[]> {
  const file = path.join(dataDir, ERASURES);
  if (!existsSync(file)) return [];
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return lines.map((line, index) => {
    const { resource, publicId, at, by } = (tryParseJson(line) ?? {}) as Partial<Erasure>;
    if (typeof resource !== 'string' || !Number.isInteger(publicId) || Number.isNaN(Date.parse(at ?? '')))
      throw new Error(`${file}: line ${index + 1} is damaged. Correct or remove it.`);
    return { resource, publicId: publicId as number, at: at as string, by: by ?? {} };
  });
}

/** Adds erasures to the file of a data folder. */
async function addErasures(dataDir: string, more: Erasure[]): Promise<void> {
  const all = [...(await readErasures(dataDir)), ...more];
  await replaceFileDurably(path.join(dataDir, ERASURES), all.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

const keyOf = ({ resource, publicId, at }: Erasure): string => `${resource} ${publicId} ${at}`;

/** Erases values or names, and notes that in the database and, before that can be committed, in the data folder. */
export async function erase(dataDir: string, erasure: Erasure, run: Run): Promise<void> {
  await eraseAgain(erasure, run);
  await addErasures(dataDir, [erasure]);
}

const eraseAgain = (erasure: Erasure, run: Run): Promise<void> => {
  const account = accountOf(erasure);
  if (account) return eraseNames(account, erasure, run);
  const resource = findResource(erasure.resource);
  return eraseValues(erasure, resource ? parentFieldsOf(resource, allResources()) : [], run);
};

/**
 * Brings the erasures of the database and of the data folder in line: a restored database lacks those that are newer than the
 * backup, a new data folder lacks all. Runs at every start; `report` learns what was erased again.
 */
export async function applyErasures(dataDir: string, report: (line: string) => void, run: Run): Promise<void> {
  const [noted, filed] = [await listErasures(run), await readErasures(dataDir)];
  const [inDatabase, inFile] = [new Set(noted.map(keyOf)), new Set(filed.map(keyOf))];
  const lost = filed.filter((each) => !inDatabase.has(keyOf(each)));
  for (const each of lost) {
    await eraseAgain(each, run);
    report(
      accountOf(each)
        ? `Erased the names of ${each.resource} ${each.publicId} from the history again, as on ${each.at}: this database is older.`
        : `Erased the history of ${each.resource} ${each.publicId} again, as on ${each.at}: this database is older. Look whether the record itself holds again what was to go.`,
    );
  }
  const unfiled = noted.filter((each) => !inFile.has(keyOf(each)));
  if (unfiled.length > 0) await addErasures(dataDir, unfiled);
}
