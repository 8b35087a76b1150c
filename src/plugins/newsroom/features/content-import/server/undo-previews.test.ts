import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openUndoPreviews } from './undo-previews';
import { openWorker } from './worker';

describe('the preview of an undo', () => {
  let folder: string;
  let program: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-previews-'));
    program = path.join(folder, 'silent.js');
    await writeFile(program, `process.on('message', () => undefined);`);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is shared while it runs, ends when the last one leaves, and is not tried while something else is done', async () => {
    const worker = openWorker(program);
    let isHeld = false;
    const preview = openUndoPreviews({ worker, folder, isImporting: async () => isHeld });
    const ask = (batch: number, { signal }: AbortController) =>
      preview({ batch, edits: 'refuse', by: { id: 1, name: '林編輯' }, left: signal });
    const [one, two, other] = [new AbortController(), new AbortController(), new AbortController()];

    const both = [ask(1, one), ask(1, two)];
    expect(await ask(2, other)).toBeUndefined();
    one.abort();
    expect(worker.isBusy()).toBe(true);
    two.abort();
    expect(worker.isBusy()).toBe(false);
    expect(await Promise.all(both)).toEqual([undefined, undefined]);

    isHeld = true;
    expect(await ask(2, other)).toBeUndefined();
    worker.stop();
  });
});
