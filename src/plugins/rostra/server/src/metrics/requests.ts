import { Histogram } from 'prom-client';
import { refusals } from '../access/rate-limit';
import { counterBy, registry } from './registry';

/** Histogram bounds in seconds: from cached answers to slow ones. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5];

const requests = new Histogram({
  name: 'rostra_http_request_duration_seconds',
  help: 'Requests by operation and status, with the seconds until the answer began.',
  labelNames: ['operation', 'status'],
  buckets: BOUNDS,
  registers: [registry],
});

/** Counts a request by operation name (of a bounded number) and status, with the seconds until its answer began. */
export const countRequest = (operation: string, status: number, seconds: number): void =>
  requests.observe({ operation, status }, seconds);

counterBy(
  'kind',
  'rostra_rate_limited_total',
  'Requests refused by the rate limit, by kind (reads, writes).',
  () => refusals,
);
