import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

interface Line {
  type?: string;
  left?: { type: string };
  right?: { type: string };
}

/**
 * Unpacks an archive of Strapi, which its import also takes so, into a new folder; keeps the records of some types, and the links
 * between them. An import costs as much as the archive has records.
 */
export async function unpackArchive(
  { archive, to }: { archive: string; to: string },
  isKept: (type: string) => boolean,
): Promise<void> {
  await mkdir(to);
  await promisify(execFile)('tar', ['-xf', archive, '-C', to]);
  const hasKept = ({ type, left, right }: Line) =>
    [type, left?.type, right?.type].every((each) => each === undefined || isKept(each));
  for (const each of ['entities', 'links'])
    for (const name of await readdir(path.join(to, each))) {
      const file = path.join(to, each, name);
      const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
      const kept = lines.filter((line) => hasKept(JSON.parse(line) as Line));
      await writeFile(file, kept.map((line) => `${line}\n`).join(''));
    }
}
