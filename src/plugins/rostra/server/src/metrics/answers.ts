import { Counter, Gauge } from 'prom-client';
import { readCounts } from '../operations/answer/answer-read';
import { cacheUsage } from '../operations/answer/cache';
import { lookUpTotals } from '../store/readers';
import { registry, setTotals } from './registry';

const registers = [registry];

new Counter({
  name: 'rostra_reads_total',
  help: 'Reads by source of the answer: not_modified (304), kept (from memory), shared (with concurrent requests), read (statement).',
  labelNames: ['answered'],
  registers,
  collect() {
    const { notModified, cached, shared, read } = readCounts;
    setTotals(this, 'answered', { not_modified: notModified, kept: cached, shared, read });
  },
});

new Gauge({
  name: 'rostra_kept_answers',
  help: 'Answers in the cache.',
  registers,
  collect() {
    this.set(cacheUsage().answers);
  },
});

new Gauge({
  name: 'rostra_kept_answers_bytes',
  help: 'Size of the answer cache in bytes.',
  registers,
  collect() {
    this.set(cacheUsage().bytes);
  },
});

new Gauge({
  name: 'rostra_kept_answers_limit_bytes',
  help: 'Maximum size of the answer cache in bytes (ANSWER_CACHE_MB).',
  registers,
  collect() {
    this.set(cacheUsage().limit);
  },
});

new Counter({
  name: 'rostra_version_lookups_total',
  help: 'Look-ups of the versions of the data by result; concurrent requests share one.',
  labelNames: ['result'],
  registers,
  collect() {
    const { count, failed } = lookUpTotals;
    setTotals(this, 'result', { ok: count - failed, failed });
  },
});

new Counter({
  name: 'rostra_version_lookup_seconds_total',
  help: 'Total duration of version look-ups in seconds.',
  registers,
  collect() {
    this.reset();
    this.inc(lookUpTotals.seconds);
  },
});
