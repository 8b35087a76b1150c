import { Counter } from 'prom-client';
import { readCounts } from '../operations/answer/answer-read';
import { cacheUsage } from '../operations/answer/cache';
import { lookUpTotals } from '../store/readers';
import { counterBy, gauge, registry } from './registry';

counterBy(
  'answered',
  'rostra_reads_total',
  'Reads by source of the answer: not_modified (304), kept (from memory), shared (with concurrent requests), read (statement).',
  () => {
    const { notModified, cached, shared, read } = readCounts;
    return { not_modified: notModified, kept: cached, shared, read };
  },
);

gauge('rostra_kept_answers', 'Answers in the cache.', () => cacheUsage().answers);

gauge('rostra_kept_answers_bytes', 'Size of the answer cache in bytes.', () => cacheUsage().bytes);

gauge(
  'rostra_kept_answers_limit_bytes',
  'Maximum size of the answer cache in bytes (ANSWER_CACHE_MB).',
  () => cacheUsage().limit,
);

counterBy(
  'result',
  'rostra_version_lookups_total',
  'Look-ups of the versions of the data by result; concurrent requests share one.',
  () => ({ ok: lookUpTotals.count - lookUpTotals.failed, failed: lookUpTotals.failed }),
);

new Counter({
  name: 'rostra_version_lookup_seconds_total',
  help: 'Total duration of version look-ups in seconds.',
  registers: [registry],
  collect() {
    this.reset();
    this.inc(lookUpTotals.seconds);
  },
});
