import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
/** The packages of the repository, and the folders whose files are theirs. */
const PACKAGES = {
  '.': ['config', 'database/migrations', 'deploy', 'scripts', 'src', 'tests'],
  bench: ['bench'],
};
const IMPORT =
  /(?:^(?:import|export|\}) (?:.* )?from |^import |\bimport\(|\brequire(?:\.resolve)?\()'(?!node:)(@[a-z-]+\/[\w.-]+|[a-z][\w.-]*)[^']*'/gm;

const read = (...parts: string[]): string => readFileSync(path.join(ROOT, ...parts), 'utf8');
const explanations = read('docs', 'architecture.md');
const isExplained = (name: string): boolean => explanations.includes(`\`${name}\``);

function codeIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.([cm]?js|tsx?)$/.test(file) && !/(^|[\\/])node_modules[\\/]/.test(file))
    .map((file) => read(folder, file));
}

describe.each(Object.entries(PACKAGES))('the dependencies of %s', (folder, folders) => {
  const { dependencies, devDependencies, peerDependencies } = JSON.parse(read(folder, 'package.json'));
  const declared = Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies });
  const files = [...folders.flatMap(codeIn), ...(folder === '.' ? [read('jest.config.js')] : [])];

  it('are all mentioned in its code, or explained in docs/architecture.md', () => {
    const names = new Set(files.flatMap((text) => text.match(/(?<=['"`/])(@[\w-]+\/)?[\w.-]+(?=['"`/])/g) ?? []));
    const unused = declared.filter((name) => !names.has(name.replace('@types/', '')));
    expect(unused.filter((name) => !isExplained(name))).toEqual([]);
  });

  it('contain every package that its code imports; Strapi brings others, which docs/architecture.md explains', () => {
    const imported = new Set(files.flatMap((text) => [...text.matchAll(IMPORT)].map(([, name = '']) => name)));
    const undeclared = [...imported].filter((name) => !declared.includes(name) && !builtinModules.includes(name));
    expect(undeclared.filter((name) => !isExplained(name))).toEqual([]);
  });
});
