import type { Command } from 'commander';
import { assertDatabaseExists } from '../../runtime/existing-database';
import { settings } from '../../runtime/settings';
import { commandLine } from '../command';
import { signChanges } from '../system-user';

type Register = (program: Command) => unknown;

/** What adds each command, loaded only for the command that is asked for: most of the time of a short one is its modules. */
const COMMANDS: Record<string, () => Register> = {
  plan: () => (require('./plan') as typeof import('./plan')).registerPlan,
  apply: () => (require('./apply') as typeof import('./apply')).registerApply,
  import: () => (require('./import') as typeof import('./import')).registerImport,
  batches: () => (require('./batches') as typeof import('./batches')).registerBatches,
  batch: () => (require('./batch') as typeof import('./batch')).registerBatch,
  undo: () => (require('./undo') as typeof import('./undo')).registerUndo,
  redo: () => (require('./redo') as typeof import('./redo')).registerRedo,
  history: () => (require('./history') as typeof import('./history')).registerHistory,
  restore: () => (require('./restore') as typeof import('./restore')).registerRestore,
  export: () => (require('./export') as typeof import('./export')).registerExport,
  check: () => (require('./check') as typeof import('./check')).registerCheck,
  columns: () => (require('./columns') as typeof import('./columns')).registerColumns,
  erase: () => (require('./erase') as typeof import('./erase')).registerErase,
};

/** The command line of `content`, with the command that the arguments begin with, or with all. */
export function contentProgram([name = '']: string[]): Command {
  const program = signChanges(
    commandLine('content', 'Imports, exports and restores content, and checks stored records.'),
  );
  const asked = Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]] : Object.values(COMMANDS);
  for (const load of asked) load?.()(program);
  // The columns of a resource are known without any.
  return program.hook('preAction', (_, command) => {
    if (command.name() !== 'columns') assertDatabaseExists(settings());
  });
}
