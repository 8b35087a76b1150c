import '../runtime/utc';
import { letHeapGrow } from '../runtime/heap';
import { commandLine, runCommand } from './command';
import { registerApply } from './content/apply';
import { registerBatches } from './content/batches';
import { registerCheck } from './content/check';
import { registerColumns } from './content/columns';
import { registerExport } from './content/export';
import { registerImport } from './content/import';
import { registerPlan } from './content/plan';
import { registerUndo } from './content/undo';

letHeapGrow(40);

const program = commandLine(
  'content',
  'Content in and out: plans, imports, exports, and what is odd in what is stored.',
);

for (const register of [
  registerPlan,
  registerApply,
  registerImport,
  registerBatches,
  registerUndo,
  registerExport,
  registerCheck,
  registerColumns,
]) {
  register(program);
}

runCommand(program);
