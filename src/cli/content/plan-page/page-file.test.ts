import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ensurePageReplaceable, PAGE_HEAD } from './page-file';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-page-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the page of a plan', () => {
  const refusal = (file: string) => ensurePageReplaceable(file, 'x.plan').catch(({ message }: Error) => message);

  it('replaces a page and an empty file, and needs a folder', async () => {
    const [page, empty] = ['page.html', 'empty.html'].map((name) => path.join(folder, name)) as [string, string];
    await writeFile(page, `${PAGE_HEAD}<html>`);
    await writeFile(empty, '');
    expect(await Promise.all([page, empty, path.join(folder, 'new.html')].map(refusal))).toEqual([
      ...[undefined, undefined, undefined],
    ]);
    expect(await refusal(path.join(folder, 'missing', 'page.html'))).toContain('could not be written: ENOENT');
  });

  it('replaces no device and no folder', async () => {
    for (const file of ['/dev/null', folder]) expect(await refusal(file)).toContain('choose another name');
  });
});
