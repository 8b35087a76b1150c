import { spawnSync } from 'node:child_process';
import { buildSync } from 'esbuild';

/** The files in the stamp of the panel's build. */
const stamped = (): string[] => {
  const script = `import { panelSources } from './scripts/lib/panel-sources.mjs'; console.log(JSON.stringify(panelSources()));`;
  const args = ['--input-type=module', '--eval', script];
  return JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout) as string[];
};

const ENTRY = /^src\/(admin\/app|plugins\/[^/]+\/(admin\/src|panel)\/index)\.tsx?$/;

/** The files that a bundler puts into the panel. */
const bundled = (entryPoints: string[]): string[] => {
  const { metafile } = buildSync({
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'nowhere',
    packages: 'external',
    format: 'esm',
    jsx: 'automatic',
  });
  return Object.keys(metafile.inputs);
};

describe('the files that decide whether the panel is rebuilt', () => {
  const files = stamped();

  it('are all that are bundled, wherever they are', () => {
    const all = bundled(files.filter((file) => ENTRY.test(file)));
    expect(all).toContain('src/common/text/normalise.ts');
    expect(all.filter((file) => !files.includes(file))).toEqual([]);
  });

  it('include those of a worker, but no server files and no tests', () => {
    expect(files).toContainEqual(expect.stringMatching(/\/layout\/worker\.ts$/));
    expect(files.filter((file) => /\/server\/|\.test\./.test(file))).toEqual([]);
  });
});
