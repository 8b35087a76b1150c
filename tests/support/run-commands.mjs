// Runs `content` and `user` commands for the tests in one process, which loads Strapi at the first command. Listens on 127.0.0.1
// and sends its port to the parent; answers a request {name, args, input} with {code, out, err}. Runs one command at a time.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';

const require = createRequire(import.meta.url);
const built = (name) => require(path.resolve(import.meta.dirname, '../../dist/src', `${name}.js`));

/** The command lines, by name. */
const programs = {
  content: (args) => built('cli/content/program').contentProgram(args),
  user: () => built('cli/user/program').userProgram(),
};

class Exit extends Error {}

let last = Promise.resolve();
let loaded;

const server = createServer(async (request, response) => {
  const { name, args, input } = await json(request);
  last = last.then(async () => {
    loaded ??= load();
    await loaded;
    response.end(JSON.stringify(await run(name, args, input)));
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send(server.address().port);

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

/** Runs a command as a separate process would; `input` is its standard input in base64. */
async function run(name, args, input) {
  const texts = { stdout: [], stderr: [] };
  const restore = Object.keys(texts).map((name) => capture(name, texts[name]));
  const { exit } = process;
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin');
  process.exit = (code) => {
    process.exitCode = code;
    throw new Exit();
  };
  Object.defineProperty(process, 'stdin', { ...stdin, get: () => Readable.from([Buffer.from(input ?? '', 'base64')]) });
  process.exitCode = undefined;
  try {
    await programs[name](args).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof Exit)) process.exitCode = built('runtime/start-error').report(error);
  } finally {
    for (const each of restore) each();
    process.exit = exit;
    Object.defineProperty(process, 'stdin', stdin);
  }
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  return { code, out: texts.stdout.join(''), err: texts.stderr.join('') };
}

/** Captures what is written to a stream of this process. Returns a function that restores the stream. */
function capture(name, pieces) {
  const { write } = process[name];
  process[name].write = (piece, encoding, done) => {
    pieces.push(typeof piece === 'string' ? piece : Buffer.from(piece).toString());
    const callback = typeof encoding === 'function' ? encoding : done;
    callback?.();
    return true;
  };
  return () => {
    process[name].write = write;
  };
}
