import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
/** Where a path in the documentation may begin. */
const BASES = ['', 'docs', 'src/plugins/rostra/server/src', 'src/plugins/newsroom'];
/** Folders of the repository and of the engine: paths below them must exist; others are examples. */
const FOLDERS = BASES.flatMap((base) =>
  readdirSync(path.join(ROOT, base), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name),
);
/** Files that running commands create, and those of the worked example. */
const CREATED = /^(dist|deploy\/rostra\.env|src\/api\/press-release)\b|press_releases\.json$/;

const pages = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder))
    .filter((name) => name.endsWith('.md') && name !== 'CHANGELOG.md')
    .map((name) => path.posix.join(folder, name)),
);
const textOf = (page: string): string => readFileSync(path.join(ROOT, page), 'utf8');
const exists = (file: string): boolean => BASES.some((base) => existsSync(path.join(ROOT, base, file)));

/** The anchor that a heading gets: letters, digits, `_` and `-`, blanks as `-`. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));

describe.each(pages)('%s', (page) => {
  it('names only files and folders that exist', () => {
    const named = [...textOf(page).matchAll(/`((?:[\w-]+\/)+[\w.-]*)`/g)].map(([, file = '']) => file);
    const ours = named.filter((file) => FOLDERS.includes(file.split('/')[0] ?? '') && !CREATED.test(file));
    expect(ours.filter((file) => !exists(file))).toEqual([]);
  });

  it('links to pages and headings that exist', () => {
    const links = [...textOf(page).matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)];
    const broken = links.filter(([, file = '', anchor]) => {
      if (/^https?:/.test(file)) return false;
      const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
      if (!existsSync(path.join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });
});
