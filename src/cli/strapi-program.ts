import '../strapi/late-modules';
import { createRequire } from 'node:module';
import path from 'node:path';
import { appDir } from '../runtime/paths';
import { runWithoutCompiler } from '../strapi/compiler';
import { endAtSignals } from '../strapi/signals';
import { reportLogFile } from '../strapi/transfer-log';

/** Strapi's own program, in the process that `strapi.ts` starts. */
const FOLDER = path.join(appDir, 'node_modules', '@strapi', 'strapi');
const PROGRAM = path.join(FOLDER, 'bin', 'strapi.js');

const requireFromStrapi = createRequire(PROGRAM);
const core = requireFromStrapi('@strapi/core');
runWithoutCompiler({ folder: FOLDER, core });
endAtSignals(core);
reportLogFile(requireFromStrapi('@strapi/logger'), (file) => process.send?.(file));
// An archive holds hashes of passwords.
if (process.argv[2] === 'export') process.umask(0o077);
// Help names the program.
process.argv[1] = PROGRAM;
requireFromStrapi(PROGRAM);
