import { once } from 'node:events';
import { Agent, get as ask, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { apiClient } from '../support/api-client';
import { startBalancer } from '../support/balancer';
import { del, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { makeRelay } from '../support/relay';
import { startSecondProcess } from '../support/second-process';
import { sendJson } from '../support/send-json';
import { root, type Service, startService } from '../support/service';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';
/** How long a process serves after SIGTERM, in seconds. */
const DRAIN = 7;

/** The time limits of a stop, in ms, as `src/runtime/stop-service.ts` has them: for requests in progress, and for all after the drain. */
const LIMITS = { requests: 5_000, all: 9_500 };

/** Terminates a process; returns its exit code. */
async function end(service: Service): Promise<unknown> {
  const ended = once(service.process, 'exit');
  service.process.kill('SIGTERM');
  return (await ended)[0];
}

/** Starts a process whose stop goes on only when `expire` is called with one of its time limits. Idle connections stay. */
async function startPatient(
  drainSeconds: number,
  {
    held = [LIMITS.requests, drainSeconds * 1000 + LIMITS.all, ...(drainSeconds ? [drainSeconds * 1000] : [])],
    settings = {},
  } = {},
): Promise<{ service: Service; expire(ms: number): void }> {
  const service = await startSecondProcess({
    ...settings,
    DRAIN_SECONDS: String(drainSeconds),
    HELD_TIMERS: held.join(),
    NODE_OPTIONS: `--require ${path.join(root, 'tests', 'support', 'stop-clock.cjs')}`,
  });
  return { service, expire: (ms) => service.process.send(ms) };
}

const authorization = () => `Bearer ${testService.tokens.editor}`;

describe('a process that gets SIGTERM', () => {
  it('reports it at once, serves for a while, finishes running requests, and does not wait for idle connections', async () => {
    const { service, expire } = await startPatient(DRAIN);
    const { id } = await make('tag');
    const idle = new Agent({ keepAlive: true });
    await headersOf(`${service.url}${TAGS}`, idle);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const read = (path: string) => headersOf(`${service.url}${path}`, agent);
    expect(await read(TAGS)).toMatchObject({ status: 200, connection: 'keep-alive' });
    const ended = end(service);
    const { status } = apiClient(service.url, authorization());
    await waitFor(async () => (await status('/readyz')) === 503);
    const { body } = await apiClient(service.url, authorization()).read('/readyz');
    expect(body.checks).toContainEqual({ name: 'drain', ok: false, reason: 'the service is stopping' });
    expect(await status('/livez')).toBe(200);
    expect(await read(TAGS)).toMatchObject({ status: 200, connection: 'close' });
    expect(await read('/admin/init')).toMatchObject({ status: 200, connection: 'close' });
    expect(await apiClient(service.url, authorization()).createTag(unique('標籤'))).toBeGreaterThan(0);
    expect(service.process.exitCode).toBe(null);

    const silent = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
    await once(silent.resume(), 'connect');
    const running = await startPatch(`${service.url}${TAGS}/${id}`);
    expire(DRAIN * 1000);
    await waitFor(async () => (await status('/livez')) === 0);
    await waitFor(() => silent.destroyed && Object.keys(idle.freeSockets).length === 0);
    const answered = once(running, 'response');
    running.end(JSON.stringify({ name: unique('標籤') }));
    const [answer] = (await answered) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await ended).toBe(0);
    for (const each of [agent, idle]) each.destroy();
  });

  it('ends a long list that nobody takes', async () => {
    const title = '這是一份很長的文件。'.repeat(35_000);
    const docs: number[] = [];
    // More than the buffers of a connection hold.
    for (let each = 0; each < 16; each += 1) docs.push((await make('doc', { title: `${unique()}${title}` })).id);
    const { service, expire } = await startPatient(0);
    const answer = await new Promise<IncomingMessage>((resolve) =>
      ask(`${service.url}/console/lab/docs?all`, { headers: { authorization: authorization() } }, resolve),
    );
    const cut = once(answer, 'error');
    answer.once('data', () => answer.pause());
    await once(answer, 'readable').catch(() => undefined);
    const ended = end(service);
    await waitFor(async () => (await apiClient(service.url, authorization()).status('/livez')) === 0);
    expect(service.process.exitCode).toBe(null);
    expire(LIMITS.requests);
    expect(await ended).toBe(0);
    answer.resume();
    await cut;
    for (const id of docs) await del(`/console/lab/docs/${id}`);
    expect(answer.complete).toBe(false);
  });

  it('ends a request that outlasts every other limit', async () => {
    const { service, expire } = await startPatient(0);
    const { id } = await make('tag');
    const running = await startPatch(`${service.url}${TAGS}/${id}`);
    const ended = end(service);
    await waitFor(async () => (await apiClient(service.url, authorization()).status('/livez')) === 0);
    expect(service.process.exitCode).toBe(null);
    expire(LIMITS.all);
    expect(await ended).toBe(0);
    expect(service.log()).toContain('Shutdown timed out');
    running.destroy();
  });

  it('ends while the database is silent, whatever waits for it', async () => {
    const relay = await makeRelay(testService.databaseUrl);
    const settings = { DATABASE_URL: relay.url };
    const { service } = await startPatient(1, { held: [1000 + LIMITS.all], settings });
    try {
      const { status, createTag } = apiClient(service.url, authorization());
      expect(await status(TAGS)).toBe(200);
      relay.freeze();
      const asked = [status(TAGS), status(`${TAGS}?name=x`), createTag(unique('標籤'))];
      expect(await end(service)).toBe(0);
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
    expect(await ended).toBe(143);
  });
});

describe('two processes behind a load balancer, restarted one after the other', () => {
  const CLIENTS = 32;
  /** Pause of each client between two requests, in ms: the new processes need the CPU as well. */
  const THINKS = 800;

  it('fail not one request', async () => {
    const processes = await Promise.all([1, 2].map(() => startPatient(DRAIN)));
    const balancer = await startBalancer(processes.map(({ service }) => service.url));
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
      for (const each of processes) {
        await waitFor(() => balancer.readyCount() === 2);
        const ended = end(each.service);
        await waitFor(() => balancer.readyCount() === 1);
        each.expire(DRAIN * 1000);
        codes.push(await ended);
        each.service = await restart(each.service);
      }
      await waitFor(() => balancer.readyCount() === 2 && done.reads > 200 && done.writes > 50);
      isOver = true;
      await Promise.all(clients);
      expect({ codes, failed }).toEqual({ codes: [0, 0], failed: [] });
    } finally {
      isOver = true;
      agent.destroy();
      await balancer.close();
      for (const { service } of processes) {
        // One that the test has not restarted would wait for its time limits.
        if (service.environment.HELD_TIMERS) service.process.kill('SIGKILL');
        await service.stop();
      }
    }
  });
});

/** Starts a process in the place of one that has ended, whose stop takes as long as it takes. */
function restart({ environment }: Service): Promise<Service> {
  const { HELD_TIMERS: _, NODE_OPTIONS: __, ...settings } = environment;
  return startService({ ...settings, DRAIN_SECONDS: '0' });
}

/** Begins a PATCH whose body is still to come, once the service has it. */
async function startPatch(url: string): Promise<ClientRequest> {
  const running = request(url, {
    method: 'PATCH',
    headers: { authorization: authorization(), 'content-type': 'application/json', expect: '100-continue' },
  }).on('error', () => undefined);
  running.flushHeaders();
  await once(running, 'continue');
  return running;
}

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
