import type { Command } from 'commander';
import { commandLine } from '../command';
import { registerApply } from './apply';
import { registerBatches, registerUndo } from './batches';
import { registerCheck } from './check';
import { registerColumns } from './columns';
import { registerErase } from './erase';
import { registerExport } from './export';
import { registerImport } from './import';
import { registerPlan } from './plan';

/** The command line of `content`. */
export function contentProgram(): Command {
  const program = commandLine('content', 'Imports and exports content, and checks stored records.');
  for (const register of COMMANDS) register(program);
  return program;
}

const COMMANDS = [
  registerPlan,
  registerApply,
  registerImport,
  registerBatches,
  registerUndo,
  registerExport,
  registerCheck,
  registerColumns,
  registerErase,
];
