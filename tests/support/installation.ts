import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { nodeOptions } from './node-options';
import { production } from './production';
import { root } from './service';

/** The project as the image contains it: no sources and no compiler. */
export interface Installation {
  folder: string;
  /** Settings of its programs, in production. */
  settings: Record<string, string>;
}

/** What the Dockerfile copies. */
const FILES = [
  'package.json',
  'tsconfig.json',
  'scripts',
  'src/plugins/rostra/package.json',
  'src/plugins/newsroom/package.json',
  'database/sample',
  'dist/src',
  'dist/config',
  'dist/database',
  'dist/.server-stamp',
];

/** Makes an installation in a new folder. */
export async function makeInstallation(): Promise<Installation> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-installation-'));
  for (const file of FILES) await cp(path.join(root, file), path.join(folder, file), { recursive: true });
  for (const shared of ['node_modules', 'dist/build'])
    await symlink(path.join(root, shared), path.join(folder, shared));
  await mkdir(path.join(folder, 'public', 'uploads'), { recursive: true });
  return { folder, settings: { ...production(), NODE_OPTIONS: nodeOptions('without-typescript.cjs') } };
}
