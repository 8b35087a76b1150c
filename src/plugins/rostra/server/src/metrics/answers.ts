import { Counter, Gauge } from 'prom-client';
import { answered } from '../operations/answer/finish';
import { keptRoom } from '../operations/answer/kept';
import { lookUpTotals } from '../store/readers';
import { registry, setTotals } from './registry';

const registers = [registry];

new Counter({
  name: 'rostra_reads_total',
  help: 'Reads by how they were answered: not_modified (304), kept (from memory), shared (with others), read (a statement).',
  labelNames: ['answered'],
  registers,
  collect() {
    const { notModified, kept, shared, read } = answered;
    setTotals(this, 'answered', { not_modified: notModified, kept, shared, read });
  },
});

new Gauge({
  name: 'rostra_kept_answers',
  help: 'Finished answers in memory.',
  registers,
  collect() {
    this.set(keptRoom().answers);
  },
});

new Gauge({
  name: 'rostra_kept_answers_bytes',
  help: 'Bytes that finished answers take.',
  registers,
  collect() {
    this.set(keptRoom().bytes);
  },
});

new Gauge({
  name: 'rostra_kept_answers_limit_bytes',
  help: 'Bytes that finished answers may take (ANSWER_CACHE_MB).',
  registers,
  collect() {
    this.set(keptRoom().limit);
  },
});

new Counter({
  name: 'rostra_version_lookups_total',
  help: 'Look-ups of the versions of the data, each shared by the requests that came meanwhile; failed ones apart.',
  labelNames: ['result'],
  registers,
  collect() {
    const { count, failed } = lookUpTotals;
    setTotals(this, 'result', { ok: count - failed, failed });
  },
});

new Counter({
  name: 'rostra_version_lookup_seconds_total',
  help: 'Seconds that look-ups of versions have taken, together.',
  registers,
  collect() {
    this.reset();
    this.inc(lookUpTotals.seconds);
  },
});
