import type { Command } from 'commander';
import { commandLine } from '../command';
import { signChanges } from '../system-user';
import { registerApply } from './apply';
import { registerBatches, registerUndo } from './batches';
import { registerCheck } from './check';
import { registerColumns } from './columns';
import { registerErase } from './erase';
import { registerExport } from './export';
import { registerHistory } from './history';
import { registerImport } from './import';
import { registerPlan } from './plan';
import { registerRestore } from './restore';

/** The command line of `content`. */
export function contentProgram(): Command {
  const program = signChanges(
    commandLine('content', 'Imports, exports and restores content, and checks stored records.'),
  );
  for (const register of COMMANDS) register(program);
  return program;
}

const COMMANDS = [
  registerPlan,
  registerApply,
  registerImport,
  registerBatches,
  registerUndo,
  registerHistory,
  registerRestore,
  registerExport,
  registerCheck,
  registerColumns,
  registerErase,
];
