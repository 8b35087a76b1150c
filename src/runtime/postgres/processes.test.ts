import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { commandLine, processExists, startTime } from './processes';

describe('a process', () => {
  it('keeps its start time while it runs and has none afterwards', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    const pid = child.pid ?? 0;
    const mark = startTime(pid);
    expect(mark).toBeTruthy();
    expect(startTime(pid)).toBe(mark);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(startTime(pid)).toBeUndefined();
  });

  it('shows its command line', () => {
    expect(commandLine(process.pid)).toContain('jest');
  });

  it('that has ended does not exist', () => {
    expect(processExists(spawnSync(process.execPath, ['--version']).pid)).toBe(false);
  });
});
