// Runs `content` and `user` commands for the tests in one process, which loads Strapi at the first command. Answers a request
// {name, args, input} with {code, out, err}.
import { Readable } from 'node:stream';
import { answerRequests, built, captured, exitCodeOf } from './host.mjs';

/** The command lines, by name. */
const programs = {
  content: (args) => built('cli/content/program').contentProgram(args),
  user: () => built('cli/user/program').userProgram(),
};

let loaded;

await answerRequests(async ({ name, args, input }) => {
  loaded ??= load();
  await loaded;
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin');
  // In base64.
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from([Buffer.from(input ?? '', 'base64')]) });
  try {
    const { report } = built('runtime/start-error');
    return await captured(() => exitCodeOf(() => programs[name](args).parseAsync(args, { from: 'user' }), report));
  } finally {
    Object.defineProperty(process, 'stdin', stdin);
  }
});

/** Loads Strapi and keeps it loaded until the process ends. */
function load() {
  built('runtime/utc');
  built('strapi/late-modules');
  return new Promise((resolve, reject) => {
    built('runtime/strapi')
      .withSharedStrapi(() => {
        resolve();
        return new Promise(() => undefined);
      })
      .catch(reject);
  });
}
