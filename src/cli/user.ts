import '../runtime/utc';
import '../strapi/late-modules';
import { runCommand } from './command';
import { userProgram } from './user/program';

runCommand(userProgram());
