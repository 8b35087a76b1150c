// What hosts of commands share. Each runs in the folder of a service's code, one command at a time.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { json } from 'node:stream/consumers';

const require = createRequire(import.meta.url);

/** Requires a module of the built server. */
export const built = (name) => require(path.resolve('dist/src', `${name}.js`));

/** Listens on 127.0.0.1 and sends its port to the parent; answers each request with what `run` returns for its body. */
export async function answerRequests(run) {
  let last = Promise.resolve();
  const server = createServer(async (request, response) => {
    const body = await json(request);
    last = last.then(async () => {
      response.end(JSON.stringify(await run(body)));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // It ends with the tests that have started it.
  process.once('disconnect', () => process.exit(1));
  process.send(server.address().port);
}

class Exit extends Error {}

/** Runs work and captures what it writes; returns {code, out, err} with the exit code that it returns. */
export async function captured(work) {
  const texts = { stdout: [], stderr: [] };
  const restore = Object.keys(texts).map((name) => capture(name, (text) => texts[name].push(text)));
  try {
    return { code: await work(), out: texts.stdout.join(''), err: texts.stderr.join('') };
  } finally {
    for (const each of restore) each();
  }
}

/**
 * Runs a command as a separate process would, until its promise settles; returns its exit code. `report` shows an error and returns the code.
 * A command that goes on after it has ended the process ends it in vain.
 */
export async function exitCodeOf(work, report) {
  const { exit } = process;
  let code;
  process.exit = (given) => {
    code ??= given ?? process.exitCode ?? 0;
    throw new Exit();
  };
  process.exitCode = undefined;
  try {
    await work();
    return code ?? process.exitCode ?? 0;
  } catch (error) {
    if (error instanceof Exit) return code;
    return report(error);
  } finally {
    process.exit = exit;
    process.exitCode = undefined;
  }
}

/** Gives what is written to a stream of this process to `keep`. Returns a function that restores the stream. */
function capture(name, keep) {
  const { write } = process[name];
  process[name].write = (piece, encoding, done) => {
    keep(typeof piece === 'string' ? piece : Buffer.from(piece).toString());
    const callback = typeof encoding === 'function' ? encoding : done;
    callback?.();
    return true;
  };
  return () => {
    process[name].write = write;
  };
}
