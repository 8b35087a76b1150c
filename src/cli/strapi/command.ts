import { existsSync } from 'node:fs';
import { chmod, rm } from 'node:fs/promises';
import { hasSources } from '../../runtime/paths';
import { openRuntime } from '../../runtime/runtime';
import { settings } from '../../runtime/settings';
import { archivesOf, checkCommand, isReading, readCommand, withoutEnding } from './arguments';
import { refuseReplaced } from './replaced';
import { assertDatabase, assertTables } from './stored';

/** How Strapi's own program is run. */
export interface Runner {
  /** Runs it to its end; returns its exit code. Tells where it logs: a file in the root of the repository. */
  run(args: string[], tellLog: (file: string) => void): Promise<number>;
  /** The exit code after a request to stop; undefined if there was none. */
  stopCode(): number | undefined;
}

/**
 * `npm run strapi -- …`: runs Strapi's own commands (export, import, transfer, console …) with our settings and database. Returns the
 * exit code: that of the request to stop, unless the command had done its work by then.
 * @throws StartError
 */
export async function strapiCommand(given: string[], { run, stopCode }: Runner): Promise<number> {
  const args = withoutEnding(given);
  refuseReplaced(args[0] ?? '', { hasSources });
  const command = readCommand(args);
  checkCommand(command, { hasTerminal: Boolean(process.stdin.isTTY) });
  if (isReading(command)) await assertDatabase(settings());
  const { release, settings: current } = await openRuntime();
  try {
    if (isReading(command) && current.databaseUrl) await assertTables(current.databaseUrl, 'The database');
    if (command.name === 'export' && command.file) await makePrivate(archivesOf(command.file));
    let log: string | undefined;
    const exitCode = await run(args, (file) => {
      log = file;
    });
    const stopped = stopCode();
    if (stopped !== undefined)
      console.error(
        exitCode === 0
          ? `\n"strapi ${command.name}" had already done its work; the request to stop changed nothing.\n`
          : `\n"strapi ${command.name}" was stopped.\n`,
      );
    if (log) await concludeLog(log, exitCode === 0);
    return exitCode && (stopped ?? exitCode);
  } finally {
    await release();
  }
}

/** Keeps an archive that the export writes again from others: its mode stays. */
async function makePrivate(archives: string[]): Promise<void> {
  for (const file of archives) if (existsSync(file)) await chmod(file, 0o600);
}

/** Removes the log of a command that succeeded, or says where it is. */
async function concludeLog(log: string, hasSucceeded: boolean): Promise<void> {
  if (hasSucceeded) await rm(log, { force: true });
  else if (existsSync(log)) console.error(`\nIts log: ${log}\n`);
  else console.error(`\nIts log could not be written: ${log}\n`);
}
