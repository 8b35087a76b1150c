import { once } from 'node:events';
import { Agent, get as ask, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { apiClient } from '../support/api-client';
import { startBalancer } from '../support/balancer';
import { del, sql, testService } from '../support/client';
import { withConnection } from '../support/database';
import { make, unique } from '../support/factory';
import { makeRelay } from '../support/relay';
import { startSecondProcess } from '../support/second-process';
import { sendJson } from '../support/send-json';
import { type Service, startService } from '../support/service';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';

/** Terminates a process; returns its exit code and the time that took, in seconds. */
async function end(service: Service, signal: NodeJS.Signals = 'SIGTERM'): Promise<{ code: unknown; seconds: number }> {
  const start = Date.now();
  const ended = once(service.process, 'exit');
  service.process.kill(signal);
  const [code] = await ended;
  return { code, seconds: (Date.now() - start) / 1000 };
}

const authorization = () => `Bearer ${testService.tokens.editor}`;

describe('a process that gets SIGTERM', () => {
  it('reports it at once, serves requests for a while, and closes each connection with its answer', async () => {
    const service = await startSecondProcess({ DRAIN_SECONDS: '3' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const read = (path: string) => headersOf(`${service.url}${path}`, agent);
    expect(await read(TAGS)).toMatchObject({ status: 200, connection: 'keep-alive' });
    const ended = end(service);
    const { status } = apiClient(service.url, authorization());
    await waitFor(async () => (await status('/readyz')) === 503, { seconds: 2 });
    const { body } = await apiClient(service.url, authorization()).read('/readyz');
    expect(body.checks).toContainEqual({ name: 'drain', ok: false, reason: 'the service is stopping' });
    expect(await status('/livez')).toBe(200);
    expect(await read(TAGS)).toMatchObject({ status: 200, connection: 'close' });
    expect(await read('/admin/init')).toMatchObject({ status: 200, connection: 'close' });
    expect(await apiClient(service.url, authorization()).createTag(unique('標籤'))).toBeGreaterThan(0);
    expect((await ended).code).toBe(0);
    agent.destroy();
  });

  it('finishes running requests, and does not wait for idle connections', async () => {
    const service = await startSecondProcess({ DRAIN_SECONDS: '0' });
    const { id } = await make('tag');
    const idle = new Agent({ keepAlive: true });
    await headersOf(`${service.url}${TAGS}`, idle);
    await withConnection(async (holder) => {
      await holder.query('begin');
      await holder.query('select from tags where number = $1 for update', [id]);
      const written = patchTag(service.url, id);
      await waitFor(async () => (await waiting()) > 0);
      const ended = end(service);
      await waitFor(async () => (await apiClient(service.url, authorization()).status('/livez')) === 0);
      await holder.query('commit');
      expect(await written).toBe(200);
      expect(await ended).toEqual({ code: 0, seconds: expect.any(Number) });
      expect((await ended).seconds).toBeLessThan(5);
    });
    idle.destroy();
  });

  it('ends a long list that nobody takes', async () => {
    const title = '這是一份很長的文件。'.repeat(35_000);
    const docs: number[] = [];
    for (let each = 0; each < 40; each += 1) docs.push((await make('doc', { title: `${unique()}${title}` })).id);
    const service = await startSecondProcess({ DRAIN_SECONDS: '0' });
    const answer = await new Promise<IncomingMessage>((resolve) =>
      ask(`${service.url}/console/lab/docs?all`, { headers: { authorization: authorization() } }, resolve),
    );
    const cut = once(answer, 'error');
    answer.once('data', () => answer.pause());
    await once(answer, 'readable').catch(() => undefined);
    const { code, seconds } = await end(service);
    expect(code).toBe(0);
    expect(seconds).toBeLessThan(15);
    answer.resume();
    await cut;
    for (const id of docs) await del(`/console/lab/docs/${id}`);
    expect(answer.complete).toBe(false);
  });

  it('ends within 15 seconds when the database is silent, whatever waits for it', async () => {
    const relay = await makeRelay(testService.databaseUrl);
    const service = await startSecondProcess({ DATABASE_URL: relay.url, DRAIN_SECONDS: '5' });
    try {
      const { status, createTag } = apiClient(service.url, authorization());
      expect(await status(TAGS)).toBe(200);
      relay.freeze();
      const asked = [status(TAGS), status(`${TAGS}?name=x`), createTag(unique('標籤'))];
      const { code, seconds } = await end(service);
      expect(code).toBe(0);
      expect(seconds).toBeLessThan(15);
      await Promise.all(asked);
    } finally {
      service.process.kill('SIGKILL');
      await relay.close();
    }
  });

  it('ends at once on a second signal', async () => {
    const service = await startSecondProcess({ DRAIN_SECONDS: '60' });
    const ended = end(service);
    const { status } = apiClient(service.url, authorization());
    await waitFor(async () => (await status('/readyz')) === 503);
    await waitFor(() => {
      service.process.kill('SIGTERM');
      return service.process.exitCode !== null;
    });
    expect((await ended).code).toBe(143);
  });
});

describe('three processes behind a load balancer, restarted one after the other', () => {
  const CLIENTS = 64;
  /** Pause of each client between two requests, in ms: the new processes need the CPU as well. */
  const THINKS = 800;

  it('fail not one request', async () => {
    const processes = await Promise.all([1, 2, 3].map(() => startSecondProcess({ DRAIN_SECONDS: '2' })));
    const balancer = await startBalancer(processes.map(({ url }) => url));
    let isOver = false;
    const done = { reads: 0, writes: 0 };
    const failed: string[] = [];
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    const client = async (turn: number) => {
      const own = await make('tag');
      for (let time = turn; !isOver; time += 1) {
        const isWrite = time % 4 === 0;
        const path = time % 2 ? TAGS : `${TAGS}/${own.id}`;
        const { status, connection } = isWrite
          ? { status: await patchTag(balancer.url, own.id), connection: '' }
          : await headersOf(`${balancer.url}${path}`, agent);
        if (status !== 200 && !isOver) failed.push(`${isWrite ? 'PATCH' : 'GET'} ${status} ${connection}`);
        done[isWrite ? 'writes' : 'reads'] += 1;
        await pause(THINKS);
      }
    };
    try {
      const clients = Array.from({ length: CLIENTS }, (_, turn) => client(turn));
      const codes: unknown[] = [];
      for (const [index, each] of processes.entries()) {
        await waitFor(() => balancer.readyCount() === 3);
        codes.push((await end(each)).code);
        processes[index] = await startService(each.environment);
      }
      await waitFor(() => balancer.readyCount() === 3);
      isOver = true;
      await Promise.all(clients);
      expect({ codes, failed }).toEqual({ codes: [0, 0, 0], failed: [] });
      expect(done.reads).toBeGreaterThan(500);
      expect(done.writes).toBeGreaterThan(100);
    } finally {
      isOver = true;
      agent.destroy();
      await balancer.close();
      for (const each of processes) await each.stop();
    }
    // Six starts, three of them under load.
  }, 600_000);
});

/** Counts the sessions that wait for a lock. */
const waiting = async (): Promise<number> =>
  Number((await sql(`select count(*) from pg_stat_activity where wait_event_type = 'Lock'`))[0]?.count);

/** Renames a tag and returns the status; 0 if there is no answer. */
async function patchTag(url: string, id: number): Promise<number> {
  const answer = await sendJson(
    `${url}${TAGS}/${id}`,
    { name: unique('標籤') },
    { method: 'PATCH', headers: { authorization: authorization() } },
  ).catch(() => undefined);
  await answer?.text();
  return answer?.status ?? 0;
}

function headersOf(url: string, agent: Agent): Promise<{ status: number; connection: string }> {
  return new Promise((resolve) =>
    ask(url, { agent, headers: { authorization: authorization() } }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection ?? '' }));
    }).on('error', (error: NodeJS.ErrnoException) => resolve({ status: 0, connection: error.code ?? '' })),
  );
}
