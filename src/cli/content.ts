import '../runtime/utc';
import { letHeapGrow } from '../runtime/heap';
import { runCommand } from './command';
import { contentProgram } from './content/program';

letHeapGrow(40);
runCommand(contentProgram());
