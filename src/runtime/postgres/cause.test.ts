import { causeOfEnd } from './cause';

const placement = { logFile: '/data/postgres.log' };
const READY = '2026-11-21 14:03:00 UTC [1] LOG:  database system is ready to accept connections';

it.each([
  ['LOG:  received smart shutdown request', 'somebody told it to stop (SIGTERM)'],
  ['LOG:  received fast shutdown request', 'somebody told it to stop at once (SIGINT)'],
  ['LOG:  received immediate shutdown request', 'somebody told it to stop without a clean end (SIGQUIT)'],
  ['PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device', 'the disk is full'],
  [
    'ERROR:  could not extend file "base/1/2": No space left on device',
    'its process was killed (its log is /data/postgres.log)',
  ],
  ['PANIC:  could not locate a valid checkpoint record', 'could not locate a valid checkpoint record'],
])('tells why the server has ended: %s', (line, cause) => {
  expect(causeOfEnd(placement, [READY, line, 'LOG:  database system is shut down'].join('\n'))).toBe(cause);
});

it('takes the first request for the reason: the second one is our own', () => {
  const text = [READY, 'LOG:  received smart shutdown request', 'LOG:  received fast shutdown request'].join('\n');
  expect(causeOfEnd(placement, text)).toBe('somebody told it to stop (SIGTERM)');
});

it('takes nothing of an earlier run for the reason', () => {
  const text = ['LOG:  received fast shutdown request', READY].join('\n');
  expect(causeOfEnd(placement, text)).toBe('its process was killed (its log is /data/postgres.log)');
});

it('tells a failure of our own in its last line', () => {
  expect(causeOfEnd(placement, 'The embedded database did not start:\nPort 5432 is taken by another program.\n')).toBe(
    'Port 5432 is taken by another program (its log is /data/postgres.log)',
  );
});
