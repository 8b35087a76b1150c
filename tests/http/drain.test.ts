import { once } from 'node:events';
import { Agent, get as ask, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { apiClient } from '../support/api-client';
import { startBalancer } from '../support/balancer';
import { del, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { end, LIMITS, type PatientProcess, startPatient } from '../support/patient-process';
import { sendJson } from '../support/send-json';
import type { Service } from '../support/service';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';
/** How long a process serves after SIGTERM, in seconds. */
const DRAIN = 7;
const CLIENTS = 32;
/** Pause of each client between two requests, in ms: the new processes need the CPU as well. */
const THINKS = 800;

const authorization = () => `Bearer ${testService.tokens.editor}`;

/** Follows two processes behind a load balancer, which clients ask all the time, and those that take their places. */
describe('a process that gets SIGTERM', () => {
  let processes: [PatientProcess, PatientProcess];
  let balancer: Awaited<ReturnType<typeof startBalancer>>;
  let clients: Promise<void>[] = [];
  let isOver = false;
  const done = { reads: 0, writes: 0 };
  const failed: string[] = [];
  const shared = new Agent({ keepAlive: true, maxSockets: CLIENTS });

  /** Sends one request after the other, a fourth of them writes, until the end. */
  const client = async (turn: number) => {
    const own = await make('tag');
    for (let time = turn; !isOver; time += 1) {
      const isWrite = time % 4 === 0;
      const path = time % 2 ? TAGS : `${TAGS}/${own.id}`;
      const { status, connection } = isWrite
        ? { status: await patchTag(balancer.url, own.id), connection: '' }
        : await headersOf(`${balancer.url}${path}`, shared);
      if (status !== 200 && !isOver) failed.push(`${isWrite ? 'PATCH' : 'GET'} ${status} ${connection}`);
      done[isWrite ? 'writes' : 'reads'] += 1;
      await pause(THINKS);
    }
  };

  beforeAll(async () => {
    processes = await Promise.all([startPatient(DRAIN), startPatient(DRAIN)]);
    balancer = await startBalancer(processes.map(({ service }) => service.url));
    await waitFor(() => balancer.readyCount() === 2);
    clients = Array.from({ length: CLIENTS }, (_, turn) => client(turn));
  });

  afterAll(async () => {
    isOver = true;
    await Promise.all(clients);
    shared.destroy();
    await balancer?.close();
    // Those that a failed test has left would wait for their time limits.
    for (const { service } of processes ?? []) service.process.kill('SIGKILL');
  });

  it('reports it at once, serves for a while, finishes running requests, and does not wait for idle connections', async () => {
    const { service, expire } = processes[0];
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
    await waitFor(() => balancer.readyCount() === 1);
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
    processes[0] = await startInPlaceOf(service);
  });

  it('lets not one request fail behind a load balancer, where one is restarted after the other', async () => {
    const { service, expire } = processes[1];
    await waitFor(() => balancer.readyCount() === 2);
    const ended = end(service);
    await waitFor(() => balancer.readyCount() === 1);
    expire(DRAIN * 1000);
    expect(await ended).toBe(0);
    processes[1] = await startInPlaceOf(service);
    await waitFor(() => balancer.readyCount() === 2 && done.reads > 200 && done.writes > 50);
    isOver = true;
    await Promise.all(clients);
    expect(failed).toEqual([]);
  });

  it('ends a long list that nobody takes', async () => {
    const { service, expire } = processes[0];
    // Each act shows its topic with the image: together more than the buffers of a connection hold.
    const topic = await make('specific-topic', { image: '這是一份很長的文件。'.repeat(35_000) });
    const acts: number[] = [];
    for (let each = 0; each < 16; each += 1) acts.push((await make('act', { specific_topics: [topic.id] })).id);
    const answer = await new Promise<IncomingMessage>((resolve) =>
      ask(`${service.url}/console/lab/acts?all`, { headers: { authorization: authorization() } }, resolve),
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
    for (const id of acts) await del(`/console/lab/acts/${id}`);
    await del(`/console/lab/specific_topics/${topic.id}`);
    expect(answer.complete).toBe(false);
  });

  it('ends a request that outlasts every other limit', async () => {
    const { service, expire } = processes[1];
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
});

/** Starts a process at the address of one that has ended. It does not serve after SIGTERM. */
const startInPlaceOf = ({ url }: Service): Promise<PatientProcess> => startPatient(0, { PORT: new URL(url).port });

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
