import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { enterStage } from '../plugins/rostra/server/src/health/stage';
import type { Runtime } from './runtime';
import { destroyStrapi, type Strapi } from './strapi';

/** What is given to requests under way, to Strapi and its pools, and to everything after `DRAIN_SECONDS`, in milliseconds. */
const LIMITS = { requests: 5_000, strapi: 2_500, all: 9_500 };
/** How often connections that have nothing under way any more are closed, in milliseconds. */
const SWEEP = 50;

const sockets = new Set<Socket>();

/** Notes the connections of a server, so that `stopService` finds those on which nobody has asked anything yet. */
export function noteConnections(server: Server): void {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

interface Stop {
  strapi?: Strapi | undefined;
  runtime?: Runtime | undefined;
  /** How long requests are still taken, in seconds. */
  drainSeconds: number;
  exitCode: number;
}

/**
 * Ends the process: says so (`/readyz`), serves what comes for `drainSeconds`, takes no more, finishes what is under way,
 * closes the pools, gives PostgreSQL back, and exits; after 9.5 more seconds in any case.
 */
export async function stopService({ strapi, runtime, drainSeconds, exitCode }: Stop): Promise<never> {
  enterStage('draining');
  setTimeout(
    () => {
      console.error('Shutdown timed out; unfinished requests were cut off.');
      process.exit(exitCode);
    },
    drainSeconds * 1000 + LIMITS.all,
  );
  try {
    if (strapi?.server.httpServer.listening) {
      await pause(drainSeconds * 1000);
      await finishRequests(strapi.server.httpServer);
    }
    if (strapi) await Promise.race([destroyStrapi(strapi), pause(LIMITS.strapi)]);
  } catch (error) {
    console.error(error);
  }
  await runtime?.release().catch((error) => console.error(error));
  process.exit(exitCode);
}

/** Takes no more connections, and ends those there are once they have had their answers, or the time for that is over. */
async function finishRequests(server: Server): Promise<void> {
  const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => {
    // Node takes a connection for idle whose answer has not left this process yet.
    if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections();
    // To Node a connection without any request is not idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, SWEEP);
  await Promise.race([isClosed, pause(LIMITS.requests)]);
  clearInterval(sweep);
  server.closeAllConnections();
}
