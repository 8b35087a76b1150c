import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How often the balancer asks who is ready, in milliseconds. */
const ASK_EVERY = 100;

/** A small load balancer before several processes, as those in use do it. */
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
 * Gives each request to the next process that is ready, on connections that are kept. Only a request that could not be sent, its
 * connection being refused, is given to another process; one that got lost on the way is 502.
 */
export async function startBalancer(urls: string[]): Promise<Balancer> {
  const targets: Target[] = urls.map((url) => ({ url, isReady: false }));
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const ask = () =>
    Promise.all(
      targets.map(async (target) => {
        const answer = await fetch(`${target.url}/readyz`).catch(() => undefined);
        target.isReady = answer?.status === 200;
        await answer?.text();
      }),
    );
  let asking = ask();
  const timer = setInterval(() => {
    asking = ask();
  }, ASK_EVERY);
  const choose = (): Target | undefined => {
    const ready = targets.filter(({ isReady }) => isReady);
    turn += 1;
    return ready[turn % ready.length];
  };
  const server = createServer(async (asked, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    forward({ asked, answer, body: Buffer.concat(chunks), agent, choose });
  });
  // Clients take up connections that have rested for some seconds.
  server.keepAliveTimeout = 75_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await asking;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    readyCount: () => targets.filter(({ isReady }) => isReady).length,
    close: async () => {
      clearInterval(timer);
      await asking;
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
}

interface Forward {
  asked: IncomingMessage;
  answer: ServerResponse;
  body: Buffer;
  agent: Agent;
  choose: () => Target | undefined;
}

function forward(given: Forward): void {
  const { asked, answer, body, agent, choose } = given;
  const target = choose();
  if (!target) {
    answer.writeHead(503).end('nobody is ready');
    return;
  }
  const { host: _, connection: __, ...headers } = asked.headers;
  const sent = request(`${target.url}${asked.url}`, { method: asked.method, headers, agent }, (got) => {
    answer.writeHead(got.statusCode ?? 502, { 'content-type': got.headers['content-type'] ?? 'text/plain' });
    got.pipe(answer);
    got.on('error', () => answer.destroy());
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') {
      target.isReady = false;
      forward(given);
    } else if (!answer.headersSent) answer.writeHead(502).end(String(error));
    else answer.destroy();
  });
  sent.end(body);
}
