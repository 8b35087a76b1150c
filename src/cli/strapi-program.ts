import '../strapi/late-modules';
import { adaptProgram } from './strapi/program';

/** Strapi's own program, in the process that `strapi.ts` starts. */
adaptProgram((file) => process.send?.(file)).run(process.argv.slice(2));
