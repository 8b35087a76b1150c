import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { transformSync } from '@swc/core';

/** How often the tests send a signal, in ms. */
const OFTEN = 100;

/** A program whose stop never ends, and that does some work. */
const program = (work: string) => {
  const source = readFileSync(require.resolve('./stop-request.ts'), 'utf8');
  const { code } = transformSync(source, { jsc: { parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } });
  return `${code}
    exports.onStopRequest((exitCode, reason) => console.log('stop', exitCode, reason));
    ${work}
    console.log('started');`;
};

describe('a process that is asked to stop', () => {
  it('stops once for signals that come together, and ends at once on a later one', async () => {
    const child = spawn(process.execPath, ['-e', program('setInterval(() => undefined, 1000);')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'close');
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await once(child.stdout, 'data');
    const timer = setInterval(() => child.kill('SIGTERM'), OFTEN);
    expect(await ended).toEqual([143, null]);
    clearInterval(timer);
    expect(out).toBe('started\nstop 143 SIGTERM\n');
  });

  it('ends when its work is done, although it would hear of the end of the one that started it', async () => {
    const child = spawn(process.execPath, ['-e', program('')], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
