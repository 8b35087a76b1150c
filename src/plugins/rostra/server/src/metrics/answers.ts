import { Counter, Gauge } from 'prom-client';
import { readCounts } from '../operations/answer/answer-read';
import { cacheUsage } from '../operations/answer/cache';
import { lookUps } from '../store/readers';
import { registry, setTotals } from './registry';

const registers = [registry];

new Counter({
  name: 'rostra_reads_total',
  help: 'Reads by how they were answered: not_modified (304), kept (from memory), shared (with others), read (a statement).',
  labelNames: ['answered'],
  registers,
  collect() {
    const { notModified, cached, shared, read } = readCounts;
    setTotals(this, 'answered', { not_modified: notModified, kept: cached, shared, read });
  },
});

new Gauge({
  name: 'rostra_kept_answers',
  help: 'Finished answers in memory.',
  registers,
  collect() {
    this.set(cacheUsage().answers);
  },
});

new Gauge({
  name: 'rostra_kept_answers_bytes',
  help: 'Bytes that finished answers take.',
  registers,
  collect() {
    this.set(cacheUsage().bytes);
  },
});

new Gauge({
  name: 'rostra_kept_answers_limit_bytes',
  help: 'Bytes that finished answers may take (ANSWER_CACHE_MB).',
  registers,
  collect() {
    this.set(cacheUsage().limit);
  },
});

new Counter({
  name: 'rostra_version_lookups_total',
  help: 'Look-ups of the versions of the data, each shared by the requests that came meanwhile; failed ones apart.',
  labelNames: ['result'],
  registers,
  collect() {
    const { count, failed } = lookUps;
    setTotals(this, 'result', { ok: count - failed, failed });
  },
});

new Counter({
  name: 'rostra_version_lookup_seconds_total',
  help: 'Seconds that look-ups of versions have taken, together.',
  registers,
  collect() {
    this.reset();
    this.inc(lookUps.seconds);
  },
});
