import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { enterStage } from '../plugins/rostra/server/src/health/stage';
import type { Runtime } from './runtime';
import { destroyStrapi, type Strapi } from './strapi';

/**
 * Time limits, in milliseconds: for requests in progress, for Strapi and its pools, and for everything after
 * `DRAIN_SECONDS`.
 */
const LIMITS = { requests: 5_000, strapi: 2_500, all: 9_500 };
/** The interval for closing idle connections, in milliseconds. */
const SWEEP = 50;

const sockets = new Set<Socket>();

/** Tracks a server's connections, so that `stopService` finds those without any request. */
export function trackConnections(server: Server): void {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

interface Stop {
  strapi?: Strapi | undefined;
  runtime?: Runtime | undefined;
  /** How long requests are still accepted, in seconds. */
  drainSeconds: number;
  exitCode: number;
}

/**
 * Ends the process: reports it (`/readyz`), serves requests for `drainSeconds`, accepts no more, finishes those in
 * progress, closes the pools, releases PostgreSQL, and exits; at the latest 9.5 seconds after the drain.
 */
export async function stopService({ strapi, runtime, drainSeconds, exitCode }: Stop): Promise<never> {
  enterStage('draining');
  setTimeout(
    () => {
      console.error('Shutdown timed out; unfinished requests were aborted.');
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

/** Accepts no more connections, and closes existing ones once they are answered or the time is over. */
async function finishRequests(server: Server): Promise<void> {
  const isClosed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => {
    // Node considers a connection idle even before its answer has left this process.
    if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections();
    // Node does not consider a connection without any request idle.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, SWEEP);
  await Promise.race([isClosed, pause(LIMITS.requests)]);
  clearInterval(sweep);
  server.closeAllConnections();
}
