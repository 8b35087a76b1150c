import { once } from 'node:events';
import { nodeOptions } from './node-options';
import { startSecondProcess } from './second-process';
import type { Service } from './service';

/** The time limits of a stop, in ms, as `src/runtime/stop-service.ts` has them: for requests in progress, and for all after the drain. */
export const LIMITS = { requests: 5_000, all: 9_500 };

/** A process whose stop goes on only when `expire` is called with one of its time limits. */
export interface PatientProcess {
  service: Service;
  expire(ms: number): void;
}

/** The settings of a process that holds these timers, in ms, until the test ends them. Its idle connections stay. */
export const heldTimers = (...held: number[]): Record<string, string> => ({
  HELD_TIMERS: held.join(),
  NODE_OPTIONS: nodeOptions('stop-clock.cjs'),
});

/** Starts a process on the database of the service under test that holds all time limits of its stop. */
export async function startPatient(
  drainSeconds: number,
  settings: Record<string, string> = {},
): Promise<PatientProcess> {
  const drain = drainSeconds * 1000;
  const held = [LIMITS.requests, drain + LIMITS.all, ...(drain ? [drain] : [])];
  const service = await startSecondProcess({
    ...settings,
    DRAIN_SECONDS: String(drainSeconds),
    ...heldTimers(...held),
  });
  return { service, expire: (ms) => service.process.send(ms) };
}

/** Terminates a process; returns its exit code. */
export async function end({ process: child }: Service): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}
