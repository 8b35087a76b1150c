import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { commandLine, exists, startMark } from './processes';

describe('a process', () => {
  it('keeps its mark while it lives and has none afterwards', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
    const pid = child.pid ?? 0;
    const mark = startMark(pid);
    expect(mark).toBeTruthy();
    expect(startMark(pid)).toBe(mark);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(startMark(pid)).toBeUndefined();
  });

  it('shows its command line', () => {
    expect(commandLine(process.pid)).toContain('jest');
  });

  it('that has ended does not exist', () => {
    expect(exists(spawnSync(process.execPath, ['--version']).pid)).toBe(false);
  });
});
