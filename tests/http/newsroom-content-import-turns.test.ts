import { existsSync, statSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { type ClientRequest, request } from 'node:http';
import path from 'node:path';
import { testService } from '../support/client';
import { content, identifiersUpTo } from '../support/content';
import { unique } from '../support/factory';
import { type Body, csv, importClient, parties } from '../support/import-page';
import { waitFor } from '../support/wait-for';

const ids = identifiersUpTo(7_850_000);
const authorization = `Bearer ${testService.tokens.panelEditor}`;
const page = importClient(testService.url, authorization);
const folderOf = (id: string) => path.join(testService.dataDir, 'imports', id);
const party = () => csv('id,name,abbreviation', `${ids(1)[0]},${unique('黨')},甲`);

describe('imports in turn', () => {
  it('takes the files of an import at once, and forgets none', async () => {
    const uploads = Array.from({ length: 12 }, (_, index) => ({
      name: `parties ${index}.csv`,
      resource: 'parties',
      text: party(),
    }));
    const announced = uploads.map(({ text, ...file }) => ({ ...file, size: Buffer.byteLength(text) }));
    const { id } = (await page.ask('POST', '', { files: announced })).body;
    await Promise.all(uploads.map(({ text }, index) => page.send(id, index, Buffer.from(text))));
    const { files } = (await page.ask('GET', `/${id}`)).body;
    expect(files.map(({ received }: Body) => received)).toEqual(announced.map(({ size }) => size));
    expect((await page.ask('POST', `/${id}/plan`)).status).toBe(200);
    expect((await page.waitUntilDone(id)).outcome.counts.parties.created).toBe(12);
    await page.ask('DELETE', `/${id}`);
  });

  it('makes a plan once the part that is coming has come', async () => {
    const bytes = Buffer.from(party());
    const id = await announce(bytes.length);
    const upload = await half(id, bytes);
    const planned = page.ask('POST', `/${id}/plan`);
    // Later requests have been answered by now.
    await page.ask('GET', `/${id}`);
    await page.ask('GET', `/${id}`);
    upload.request.end(bytes.subarray(10));
    expect(await upload.status).toBe(200);
    expect((await planned).status).toBe(200);
    expect(await page.waitUntilDone(id)).toMatchObject({ state: 'planned', outcome: { faultCount: 0 } });
    await page.ask('DELETE', `/${id}`);
  });

  it('does not wait for a chunk that is sent again, nor for one of a discarded job', async () => {
    const bytes = Buffer.from(party());
    const id = await announce(bytes.length);
    const hanging = await half(id, bytes);
    expect((await page.send(id, 0, bytes)).body).toEqual({ received: bytes.length });
    expect(await hanging.status).not.toBe(200);

    const other = await announce(bytes.length);
    const left = await half(other, bytes);
    expect((await page.ask('DELETE', `/${other}`)).status).toBe(204);
    expect(await left.status).not.toBe(200);
    expect(existsSync(folderOf(other))).toBe(false);
    await page.ask('DELETE', `/${id}`);
  });

  it('takes a batch back once, however often it is asked to at a time', async () => {
    const { batch } = await page.apply((await page.plan(parties(party()))).id);
    const answers = await Promise.all([1, 2, 3].map(() => page.ask('POST', `/batches/${batch}/undo`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const id = answers.find(({ status }) => status === 201)?.body.id;
    expect(await page.waitUntilDone(id)).toMatchObject({ state: 'applied', undoes: batch });
  });

  it('removes leftovers, not what is being written', async () => {
    const young = folderOf('00000000-0000-4000-8000-000000000001');
    const old = folderOf('00000000-0000-4000-8000-000000000002');
    for (const folder of [young, old]) await mkdir(folder, { recursive: true });
    const before = new Date(Date.now() - 2 * 86_400_000);
    await utimes(old, before, before);
    await content(['batches']);
    expect([existsSync(young), existsSync(old)]).toEqual([true, true]);
    await page.ask('DELETE', `/${await announce(1)}`);
    expect([existsSync(young), existsSync(old)]).toEqual([true, false]);
  });

  it('tells what the command line has imported, too', async () => {
    const file = path.join(testService.dataDir, 'parties.csv');
    await writeFile(file, party());
    const { out } = await content(['import', file, '--resource', 'parties']);
    const batch = Number(/batch (\d+)/.exec(out)?.[1]);
    expect((await page.ask('GET', '')).body.batches.rows[0].number).toBe(batch);
  });
});

const announce = async (size: number): Promise<string> =>
  (await page.ask('POST', '', { files: [{ name: 'parties.csv', resource: 'parties', size }] })).body.id;

/** Begins to send a file and waits until the first ten bytes arrive. The status is 0 if no answer comes. */
async function half(id: string, bytes: Buffer): Promise<{ request: ClientRequest; status: Promise<number> }> {
  const sending = request(`${testService.url}/newsroom/imports/${id}/files/0?offset=0`, {
    method: 'PUT',
    headers: { authorization, 'content-type': 'application/octet-stream', 'content-length': bytes.length },
  });
  const status = new Promise<number>((resolve) => {
    sending.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sending.once('error', () => resolve(0));
  });
  sending.write(bytes.subarray(0, 10));
  const file = path.join(folderOf(id), '0.csv');
  await waitFor(async () => existsSync(file) && statSync(file).size === 10);
  return { request: sending, status };
}
