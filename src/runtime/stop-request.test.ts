import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { transformSync } from '@swc/core';

/** How often the tests send a signal, in ms. */
const OFTEN = 100;

/** A program whose stop never ends. */
const program = () => {
  const source = readFileSync(require.resolve('./stop-request.ts'), 'utf8');
  const { code } = transformSync(source, { jsc: { parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } });
  return `${code}
    exports.onStopRequest((exitCode, reason) => console.log('stop', exitCode, reason));
    setInterval(() => undefined, 1000);
    console.log('started');`;
};

describe('a process that is asked to stop', () => {
  it('stops once for signals that come together, and ends at once on a later one', async () => {
    const child = spawn(process.execPath, ['-e', program()], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await once(child.stdout, 'data');
    const timer = setInterval(() => child.kill('SIGTERM'), OFTEN);
    expect(await ended).toEqual([143, null]);
    clearInterval(timer);
    expect(out).toBe('started\nstop 143 SIGTERM\n');
  });
});
