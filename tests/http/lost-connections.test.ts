import { apiClient } from '../support/api-client';
import { del, get, testService, useService } from '../support/client';
import { make, unique } from '../support/factory';
import { end, heldTimers, LIMITS } from '../support/patient-process';
import { plain, raw } from '../support/raw';
import { makeRelay, type Relay } from '../support/relay';
import { startSecondProcess } from '../support/second-process';
import type { Service } from '../support/service';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';
const TOPICS = '/console/lab/specific_topics';
/** Of so many acts, 16 are long enough to be sent while the rest is read, and half of all are more. */
const ACTS = 48;

describe('a service whose connections to the database are lost', () => {
  let relay: Relay;
  let service: Service;
  let topic: number;
  const acts: number[] = [];
  /** A list of acts that each show the long image of their topic. */
  let list: string;
  const { url, tokens } = testService;
  const editor = `Bearer ${tokens.editor}`;

  beforeAll(async () => {
    relay = await makeRelay(testService.databaseUrl);
    service = await startSecondProcess({
      DATABASE_URL: relay.url,
      READ_TIMEOUT: '10',
      DRAIN_SECONDS: '1',
      // Its stop must not need the last of its time limits.
      ...heldTimers(1000 + LIMITS.all),
    });
    useService(service.url, editor);
    topic = (await make('specific-topic', { image: '這是一份很長的文件。'.repeat(2_600) })).id;
    for (let each = 0; each < ACTS; each += 1) acts.push((await make('act', { specific_topics: [topic] })).id);
    list = `/console/lab/acts?all&st=${topic}`;
  });

  afterAll(async () => {
    service?.process.kill('SIGKILL');
    await relay?.close();
    useService(url, editor);
    for (const id of acts) await del(`/console/lab/acts/${id}`);
    await del(`${TOPICS}/${topic}`);
  });

  it.each([plain(), { 'accept-encoding': 'gzip' }])(
    'cuts the long list that it was in the middle of, and answers the next (%p)',
    async (headers) => {
      const { body } = await raw(list, plain());
      // A different query, because the answer to that one is cached.
      const path = `${list}&full`;
      relay.freeze(body.length / 2);
      let hasBegun = false;
      const cut = raw(path, headers, { onBegin: () => (hasBegun = true) });
      await waitFor(() => relay.isFrozen() && hasBegun);
      relay.reset();
      relay.thaw();
      const { status, isComplete } = await cut;
      expect({ status, isComplete }).toEqual({ status: 200, isComplete: false });
      expect((await raw(path, plain())).isComplete).toBe(true);
      await make('act');
    },
  );

  it('cuts off a long list if the database falls silent in the middle of it', async () => {
    const { body } = await raw(list, plain());
    relay.freeze(body.length / 2);
    const { status, isComplete } = await raw(`${list}&full`, plain());
    relay.reset();
    relay.thaw();
    expect({ status, isComplete }).toEqual({ status: 200, isComplete: false });
    await make('act');
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

  it('ends while the database is silent, whatever waits for it', async () => {
    const { status, createTag } = apiClient(service.url, editor);
    expect(await status(TAGS)).toBe(200);
    relay.freeze();
    const asked = [status(TAGS), status(`${TAGS}?name=x`), createTag(unique('標籤'))];
    expect(await end(service)).toBe(0);
    await Promise.all(asked);
  });
});
