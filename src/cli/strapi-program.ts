import '../strapi/late-modules';
import { createRequire } from 'node:module';
import path from 'node:path';
import { appDir } from '../runtime/paths';
import { runWithoutCompiler } from '../strapi/compiler';

/** Strapi's own program, in the process that `strapi.ts` starts. */
const FOLDER = path.join(appDir, 'node_modules', '@strapi', 'strapi');
const PROGRAM = path.join(FOLDER, 'bin', 'strapi.js');

const requireFromStrapi = createRequire(PROGRAM);
runWithoutCompiler({ folder: FOLDER, core: requireFromStrapi('@strapi/core') });
// Help names the program.
process.argv[1] = PROGRAM;
requireFromStrapi(PROGRAM);
