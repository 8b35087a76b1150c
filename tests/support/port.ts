import { isFree } from '../../src/runtime/postgres/port';

/** Below the ports that embedded PostgreSQL servers choose, of which many start beside the tests. */
const FIRST = 11_000;
const OF_A_WORKER = 1_000;

let last = FIRST + Number(process.env.JEST_WORKER_ID ?? 0) * OF_A_WORKER;

/** A free port that no other process of the tests chooses, also before anything listens on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    last += 1;
    const port = last;
    if (await isFree(port)) return port;
  }
}
