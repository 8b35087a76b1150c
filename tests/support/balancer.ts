import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Interval of the readiness checks, in milliseconds. */
const CHECK_MS = 100;

/** A small load balancer in front of several processes. */
interface Balancer {
  url: string;
  /** How many of the processes are ready. */
  readyCount(): number;
  close(): Promise<void>;
}

interface Target {
  url: string;
  isReady: boolean;
}

/**
 * Forwards each request to the next ready process, over keep-alive connections. Retries with another process only if the
 * connection is refused; answers 502 if a request gets lost.
 */
export async function startBalancer(urls: string[]): Promise<Balancer> {
  const targets: Target[] = urls.map((url) => ({ url, isReady: false }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const check = () =>
    Promise.all(
      targets.map(async (target) => {
        const answer = await fetch(`${target.url}/readyz`).catch(() => undefined);
        target.isReady = answer?.status === 200;
        await answer?.text();
      }),
    );
  let checking = check();
  const timer = setInterval(() => {
    checking = check();
  }, CHECK_MS);
  const choose = (): Target | undefined => {
    const ready = targets.filter(({ isReady }) => isReady);
    turn += 1;
    return ready[turn % ready.length];
  };
  const server = createServer(async (incoming, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    forward({ incoming, answer, body: Buffer.concat(chunks), agent, choose });
  });
  // Clients reuse connections that were idle for some seconds.
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await checking;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readyCount: () => targets.filter(({ isReady }) => isReady).length,
    close: async () => {
      clearInterval(timer);
      await checking;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

interface Forward {
  incoming: IncomingMessage;
  answer: ServerResponse;
  body: Buffer;
  agent: Agent;
  choose: () => Target | undefined;
}

function forward(options: Forward): void {
  const { incoming, answer, body, agent, choose } = options;
  const target = choose();
  if (!target) {
    answer.writeHead(503).end('no process is ready');
    return;
  }
  const { host: _, connection: __, ...headers } = incoming.headers;
  const sent = request(`${target.url}${incoming.url}`, { method: incoming.method, headers, agent }, (got) => {
    answer.writeHead(got.statusCode ?? 502, { 'content-type': got.headers['content-type'] ?? 'text/plain' });
    got.pipe(answer);
    got.on('error', () => answer.destroy());
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') {
      target.isReady = false;
      forward(options);
    } else if (!answer.headersSent) answer.writeHead(502).end(String(error));
    else answer.destroy();
  });
  sent.end(body);
}
