// Runs Strapi's own `export` and `import` for the tests in one process, which loads Strapi at the first command and keeps it loaded: in the
// process of each command that costs more than the command. Answers a request {args} with {code, out, err}.
import { answerRequests, built, captured, exitCodeOf } from './host.mjs';

built('runtime/utc');
built('strapi/late-modules');
const { strapiCommand } = built('cli/strapi/command');
const { report } = built('runtime/start-error');

/** What Strapi handles during a command. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGQUIT'];

process.env.STRAPI_TELEMETRY_DISABLED = 'true';
let tell;
const program = built('cli/strapi/program').adaptProgram((file) => tell(file));
keepLoaded(program.core);

await answerRequests(({ args }) =>
  captured(() => strapiCommand(args, { run, stopCode: () => undefined }).catch(report)),
);

/** Runs Strapi's program as the process that `strapi.ts` starts. */
async function run(args, tellLog) {
  tell = tellLog;
  const umask = process.umask();
  const uncaught = (error) => {
    console.error(error);
    return 1;
  };
  try {
    return await exitCodeOf(() => program.run(args), uncaught);
  } finally {
    process.umask(umask);
    for (const signal of SIGNALS) process.removeAllListeners(signal);
  }
}

/** Gives every command the Strapi that the first one has loaded. */
function keepLoaded(core) {
  const { createStrapi } = core;
  let strapi;
  core.createStrapi = (...given) => {
    if (strapi) return strapi;
    strapi = createStrapi(...given);
    const loaded = strapi.load();
    return Object.assign(strapi, { load: () => loaded, destroy: async () => undefined });
  };
}
