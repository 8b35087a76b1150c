import { spawnSync } from 'node:child_process';

/** Supervises a program and prints its own pauses, in ms, instead of waiting. */
const supervisor = (program: string) => `
import promises from 'node:timers/promises';
import { syncBuiltinESMExports } from 'node:module';
promises.setTimeout = async (ms) => console.log('pause', ms);
syncBuiltinESMExports();
const { supervise } = await import('./scripts/lib/supervise.mjs');
process.exitCode = await supervise({
  command: process.execPath,
  args: ['-e', ${JSON.stringify(program)}],
  hint: 'Look into its log.',
});`;

/** Returns the exit code of a supervisor, its pauses and what it says about a program. */
function supervise(program: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', supervisor(program)], {
    encoding: 'utf8',
  });
  return { code: status, pauses: [...stdout.matchAll(/pause (\d+)/g)].map(([, ms]) => Number(ms)), said: stderr };
}

const READY = (then: string) => `process.send('ready', () => { ${then} })`;

describe('a supervisor', () => {
  it('starts a service again that was killed, says why, and gives up when that comes too often', () => {
    const { code, pauses, said } = supervise(
      READY(`process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)`),
    );
    expect([code, pauses]).toEqual([1, [500, 1000, 2000, 4000, 8000]]);
    expect(said).toContain('has ended unexpectedly (SIGKILL: killed from outside, or because memory ran out)');
    expect(said).toContain('for the first time. Restarting it in 0.5 s. Look into its log.');
    expect(said).toContain('5 times within 10 minutes. Restarting it in 8 s');
    expect(said).toContain('6 times within 10 minutes. Not restarting it');
  });

  it('starts a service again that an error ends once it has been ready, and one that is killed before', () => {
    const { code, pauses, said } = supervise(READY('process.exit(7)'));
    expect([code, pauses.length]).toEqual([1, 5]);
    expect(said).toContain('has ended unexpectedly (exit code 7), for the first time');
    expect(supervise(`process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)`).pauses).toHaveLength(5);
  });

  it('does not start a service again that ends before it is ready, or that has nothing more to do', () => {
    expect(supervise('process.exit(2)')).toEqual({ code: 2, pauses: [], said: '' });
    expect(supervise(READY('process.exit(0)'))).toEqual({ code: 0, pauses: [], said: '' });
  });
});
