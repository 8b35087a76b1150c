import type { Source } from '../../../../rostra/server/src/import/record';
import type { PlanProgress } from '../../../../rostra/server/src/plan/planning/make-plan';
import type { JobProgress } from '../shared/content-import';

/** The share of reading in the whole work; comparing takes the rest. */
const READING_SHARE = 0.3;

/**
 * Converts the planner's progress into a fraction, weighted by file size. The number of records of a file is known only after
 * reading it: while reading, a file counts when it is complete; while comparing, record by record.
 */
export function planProgress(
  sources: Pick<Source, 'label' | 'bytes'>[],
  report: (progress: JobProgress) => void,
): PlanProgress {
  const total = Math.max(
    1,
    sources.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const records = new Map<string, number>();
  const started = new Map<string, Set<string>>();
  return (step, name, done) => {
    const seen = started.get(step) ?? new Set();
    started.set(step, seen.add(name));
    const source = sources.find(({ label }) => label === name);
    const before = sources
      .filter(({ label }) => label !== name && seen.has(label))
      .reduce((sum, { bytes }) => sum + bytes, 0);
    if (step === 'reading') records.set(name, done);
    const own = step === 'reading' ? 0 : ((source?.bytes ?? 0) * done) / Math.max(1, records.get(name) ?? done);
    const share = Math.min(1, (before + own) / total);
    report({
      step,
      name,
      records: done,
      part: step === 'reading' ? READING_SHARE * share : READING_SHARE + (1 - READING_SHARE) * share,
    });
  };
}
