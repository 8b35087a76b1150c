import { nodeOptions } from './node-options';

/** The second of its minute at which a slow clock starts. */
export const CLOCK_SECOND = 10;

/**
 * Settings of services with a clock that goes a hundredth as fast: counts by the minute do not begin again during a test. Services
 * with the same settings are in the same minute.
 */
export function slowClock(): Record<string, string> {
  const minute = Math.floor(Date.now() / 60_000);
  return {
    NODE_OPTIONS: nodeOptions('slow-clock-preload.cjs'),
    CLOCK_START: String((minute * 60 + CLOCK_SECOND) * 1000),
  };
}
