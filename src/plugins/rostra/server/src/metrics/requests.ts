import { Counter, Histogram } from 'prom-client';
import { refused } from '../access/request-limit';
import { registry, setTotals } from './registry';

/** Seconds: from an answer that is kept to one that somebody waits for. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 5];

const requests = new Histogram({
  name: 'rostra_http_request_duration_seconds',
  help: 'Requests by operation and status, and the seconds until their answers began.',
  labelNames: ['operation', 'status'],
  buckets: BOUNDS,
  registers: [registry],
});

/** Counts a request of an operation (one of a bounded number), its status, and the seconds until its answer began. */
export const countRequest = (operation: string, status: number, seconds: number): void =>
  requests.observe({ operation, status }, seconds);

new Counter({
  name: 'rostra_rate_limited_total',
  help: 'Requests refused because their sender had sent too many, reads and writes apart.',
  labelNames: ['kind'],
  registers: [registry],
  collect() {
    setTotals(this, 'kind', refused);
  },
});
