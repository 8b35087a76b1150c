import type { Source } from '../../../../rostra/server/src/import/record';
import type { PlanProgress as Told } from '../../../../rostra/server/src/plan/planning/make-plan';
import type { Progress } from '../shared/content-import';

/** How much of the work is reading; comparing takes the rest. */
const READING = 0.3;

/**
 * Tells how far making a plan is, by the size of the files. How many records one has is known when it has been read once: in
 * the first step it counts when it is done, in the second record by record.
 */
export function planProgress(sources: Pick<Source, 'label' | 'bytes'>[], tell: (progress: Progress) => void): Told {
  const total = Math.max(
    1,
    sources.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  const records = new Map<string, number>();
  const begun = new Map<string, Set<string>>();
  return (step, name, done) => {
    const seen = begun.get(step) ?? new Set();
    begun.set(step, seen.add(name));
    const source = sources.find(({ label }) => label === name);
    const before = sources
      .filter(({ label }) => label !== name && seen.has(label))
      .reduce((sum, { bytes }) => sum + bytes, 0);
    if (step === 'reading') records.set(name, done);
    const own = step === 'reading' ? 0 : ((source?.bytes ?? 0) * done) / Math.max(1, records.get(name) ?? done);
    const share = Math.min(1, (before + own) / total);
    tell({ step, name, records: done, part: step === 'reading' ? READING * share : READING + (1 - READING) * share });
  };
}
