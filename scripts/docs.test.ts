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

/** What citations may name: the numbered headings of the conventions, and the decision records. */
const CITABLE = new Set([
  ...[...textOf('docs/api-conventions.md').matchAll(/^### (\d+\.\d+) /gm)].map(([, number]) => `conventions ${number}`),
  ...readdirSync(path.join(ROOT, 'docs/decisions')).map((name) => `decision ${Number(name.slice(0, 4))}`),
]);

/** Everything that looks like a citation, in any form: plural, after a comma, broken across lines, several numbers. */
const CITATION =
  /\b(?:conventions?|decisions?(?: records?)?)\b,?\s[\s*/]*\d+(?:\.\d+)*(?:(?:,| and| to| or)\s[\s*/]*\d+(?:\.\d+)*)*/gi;

/** The citations in a file that have another form than `conventions 2.8` and `decision 10`, or name nothing. */
const invalidCitations = (file: string): string[] =>
  [...textOf(file).matchAll(CITATION)].map(([citation]) => citation).filter((citation) => !CITABLE.has(citation));

it.each(['bench', 'config', 'database', 'scripts', 'src', 'tests'])(
  '%s cites paragraphs and decisions that exist',
  (folder) => {
    const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.[cm]?tsx?$|\.m?js$/.test(name) && !name.includes('node_modules'))
      .map((name) => path.posix.join(folder, name));
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((file) => invalidCitations(file).map((citation) => `${file}: ${citation}`))).toEqual([]);
  },
);

describe.each(pages)('%s', (page) => {
  it('names only files and folders that exist', () => {
    const named = [...textOf(page).matchAll(/`((?:[\w-]+\/)+[\w.-]*)`/g)].map(([, file = '']) => file);
    const ours = named.filter((file) => FOLDERS.includes(file.split('/')[0] ?? '') && !CREATED.test(file));
    expect(ours.filter((file) => !exists(file))).toEqual([]);
  });

  it('cites paragraphs and decisions that exist', () => {
    expect(invalidCitations(page)).toEqual([]);
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
