import '../runtime/utc';
import '../strapi/late-modules';
import { setHeapGrowth } from '../runtime/heap';
import { runCommand } from './command';
import { contentProgram } from './content/program';

setHeapGrowth(40);
runCommand(contentProgram(process.argv.slice(2)));
