import { del, get, testService, useService } from '../support/client';
import { make, unique } from '../support/factory';
import { plain, raw } from '../support/raw';
import { makeRelay, type Relay } from '../support/relay';
import { startSecondProcess } from '../support/second-process';
import type { Service } from '../support/service';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';
const MARK = unique();
/** The documents of this file. */
const DOCS = `/console/lab/docs?all&title=${encodeURIComponent(MARK)}`;
const LONG = '這是一份很長的文件。'.repeat(7_000);

describe('a service whose connections to the database are lost', () => {
  let relay: Relay;
  let service: Service;
  const docs: number[] = [];

  beforeAll(async () => {
    relay = await makeRelay(testService.databaseUrl);
    service = await startSecondProcess({ DATABASE_URL: relay.url, READ_TIMEOUT: '10' });
    useService(service.url, `Bearer ${testService.tokens.editor}`);
    for (let each = 0; each < 60; each += 1) docs.push((await make('doc', { title: `${MARK}${unique()}${LONG}` })).id);
  });

  afterAll(async () => {
    relay.thaw();
    for (const id of docs) await del(`/console/lab/docs/${id}`);
    await service?.stop();
    await relay?.close();
  });

  it.each([plain(), { 'accept-encoding': 'gzip' }])(
    'cuts the long list that it was in the middle of, and answers the next (%p)',
    async (headers) => {
      const { body } = await raw(DOCS, plain());
      // A different query, because the answer to that one is cached.
      const path = `${DOCS}&full`;
      relay.freeze(body.length / 2);
      const cut = raw(path, headers);
      await waitFor(() => relay.isFrozen());
      relay.reset();
      relay.thaw();
      const { status, isComplete } = await cut;
      expect({ status, isComplete }).toEqual({ status: 200, isComplete: false });
      expect((await raw(path, plain())).isComplete).toBe(true);
      await make('doc', { title: unique() });
    },
  );

  it('cuts off a long list if the database falls silent in the middle of it', async () => {
    const { body } = await raw(DOCS, plain());
    relay.freeze(body.length / 2);
    const { status, isComplete } = await raw(`${DOCS}&full`, plain());
    relay.reset();
    relay.thaw();
    expect({ status, isComplete }).toEqual({ status: 200, isComplete: false });
    await make('doc', { title: unique() });
  });

  it('says that the database does not answer, and goes on when it does', async () => {
    const { id } = await make('tag');
    relay.freeze();
    expect((await get(`${TAGS}/${id}`)).status).toBe(503);
    relay.reset();
    relay.thaw();
    expect((await get(`${TAGS}/${id}`)).status).toBe(200);
    expect(service.process.exitCode).toBeNull();
  });
});
