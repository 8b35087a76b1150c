import { readFileSync } from 'node:fs';
import path from 'node:path';
import { appDir } from './paths';

/** The version of the service, as its package names it. */
export const { version } = JSON.parse(readFileSync(path.join(appDir, 'package.json'), 'utf8')) as { version: string };
