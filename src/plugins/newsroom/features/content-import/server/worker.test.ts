import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { WorkerTask } from './messages';
import { InterruptedError, openWorker } from './worker';

const task = (job: string): WorkerTask => ({ kind: 'apply', by: { id: 1, name: '林編輯' }, job, folder: job });
const ignore = (): void => undefined;

describe('the import process', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-worker-'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const program = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, `process.on('message', ({ job }) => { ${text} });`);
    return file;
  };

  it('runs one task at a time', async () => {
    const worker = openWorker(
      await program('good.js', `process.send({ job, result: { kind: 'applied', batch: null } })`),
    );
    const both = await Promise.all(['a', 'b'].map((job) => worker.run(task(job), ignore)));
    expect(both).toEqual([1, 2].map(() => ({ kind: 'applied', batch: null })));
    worker.stop();
  });

  it('reports why it could not be started, and is started again for the next task', async () => {
    const worker = openWorker('none.js', path.join(folder, 'no-node'));
    worker.warm();
    for (const job of ['a', 'b'])
      await expect(worker.run(task(job), ignore)).rejects.toThrow(/could not be started: .*ENOENT/);
    worker.stop();
  });

  it('interrupts its task when it exits or is killed', async () => {
    const programs = { 'ending.js': 'process.exit(3)', 'killed.js': `process.kill(process.pid, 'SIGKILL')` };
    for (const [name, text] of Object.entries(programs)) {
      const worker = openWorker(await program(name, text));
      const error = await worker.run(task('a'), ignore).catch((thrown: Error) => thrown);
      expect(error).toBeInstanceOf(InterruptedError);
      expect((error as Error).message).toMatch(name === 'ending.js' ? /exit code 3/ : /SIGKILL/);
      worker.stop();
    }
  });
});
