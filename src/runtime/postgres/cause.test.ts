import { causeOfEnd } from './cause';

const placement = { logFile: '/data/postgres.log' };
const READY = '2026-11-21 14:03:00 UTC [1] LOG:  database system is ready to accept connections';

it.each([
  ['LOG:  received smart shutdown request', 'it was asked to stop (SIGTERM)'],
  ['LOG:  received fast shutdown request', 'it was asked to stop immediately (SIGINT)'],
  ['LOG:  received immediate shutdown request', 'it was asked to stop without a clean shutdown (SIGQUIT)'],
  ['PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device', 'the disk is full'],
  [
    'ERROR:  could not extend file "base/1/2": No space left on device',
    'its process was killed (its log is /data/postgres.log)',
  ],
  ['PANIC:  could not locate a valid checkpoint record', 'could not locate a valid checkpoint record'],
])('names the cause of the end: %s', (line, cause) => {
  expect(causeOfEnd(placement, [READY, line, 'LOG:  database system is shut down'].join('\n'))).toBe(cause);
});

it('uses the first request: the second one is our own', () => {
  const text = [READY, 'LOG:  received smart shutdown request', 'LOG:  received fast shutdown request'].join('\n');
  expect(causeOfEnd(placement, text)).toBe('it was asked to stop (SIGTERM)');
});

it('ignores an earlier run', () => {
  const text = ['LOG:  received fast shutdown request', READY].join('\n');
  expect(causeOfEnd(placement, text)).toBe('its process was killed (its log is /data/postgres.log)');
});

it('uses the last line of one of our own errors', () => {
  expect(causeOfEnd(placement, 'The embedded database did not start:\nPort 5432 is taken by another program.\n')).toBe(
    'Port 5432 is taken by another program (its log is /data/postgres.log)',
  );
});
