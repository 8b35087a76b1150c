import { createRequire } from 'node:module';
import path from 'node:path';
import { appDir } from '../../runtime/paths';
import { assertStrapiHas } from '../../strapi/assert-strapi-has';
import { runWithoutCompiler } from '../../strapi/compiler';
import { endAtSignals } from '../../strapi/signals';
import { reportLogFile } from '../../strapi/transfer-log';

const FOLDER = path.join(appDir, 'node_modules', '@strapi', 'strapi');
const PROGRAM = path.join(FOLDER, 'bin', 'strapi.js');

/** Strapi's own program, adapted to this project. */
export interface Program {
  /** Its @strapi/core. */
  core: { createStrapi?: (...args: unknown[]) => unknown };
  /** Runs a command. Strapi ends the process with it. */
  run(args: string[]): Promise<void>;
}

/**
 * Adapts Strapi's own program in this process; `tellLog` receives the file that it logs to. Checked with Strapi 5.54.0 (`bin/strapi.js`).
 * @throws StartError when it works in another way
 */
export function adaptProgram(tellLog: (file: string) => void): Program {
  const requireFromStrapi = createRequire(PROGRAM);
  const core = requireFromStrapi('@strapi/core');
  runWithoutCompiler({ folder: FOLDER, core });
  endAtSignals(core);
  reportLogFile(requireFromStrapi('@strapi/logger'), tellLog);
  const { runCLI } = requireFromStrapi('../dist/cli');
  assertStrapiHas(typeof runCLI === 'function', 'function runCLI of its program');
  return {
    core,
    run: (args) => {
      // An archive holds hashes of passwords.
      if (args[0] === 'export') process.umask(0o077);
      // Help names the program.
      process.argv[1] = PROGRAM;
      return runCLI([process.execPath, PROGRAM, ...args]);
    },
  };
}
