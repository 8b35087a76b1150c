import { Format, Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../../plugins/rostra/server/src/import/import';
import type { Source } from '../../plugins/rostra/server/src/import/source';

/** Shows how far an import is. */
interface Shown {
  begin(sources: Source[]): void;
  update: Progress;
  end(): void;
}

/** A bar on a terminal, plain lines elsewhere: one when a file is done with a step, and every few seconds. */
export function showProgress(stream: NodeJS.WriteStream): Shown {
  return stream.isTTY ? bar(stream) : lines(stream);
}

/** Both steps read every file, so each counts for half; a file counts by its bytes. */
function bar(stream: NodeJS.WriteStream): Shown {
  const shown = new SingleBar(
    { stream, format: `{bar} {percentage}% {step} {file} {records}`, formatBar: Format.BarFormat, hideCursor: true },
    Presets.shades_classic,
  );
  let measure: Measure = () => 0;
  return {
    begin: (sources) => {
      measure = measureOf(sources);
      shown.start(2 * bytesOf(sources), 0, { step: '', file: '', records: '' });
    },
    update: (step, source, records) => {
      shown.update(measure(step, source, records), { step, file: source.of.name, records });
    },
    end: () => shown.stop(),
  };
}

/** How many bytes of work are done, of twice those of all files. */
type Measure = (...told: Parameters<Progress>) => number;

/**
 * Measures the progress of an import. Files come one after the other. How many records one has is not known before it
 * has been read once: in the first step it counts when the next one begins, in the second step record by record.
 */
export function measureOf(sources: Source[]): Measure {
  const known = new Map<Source, number>();
  return (step, source, records) => {
    const before = bytesOf(sources.slice(0, sources.indexOf(source)));
    if (step === 'reading') {
      known.set(source, records);
      return before;
    }
    return bytesOf(sources) + before + (source.bytes * records) / (known.get(source) ?? records);
  };
}

const bytesOf = (sources: Source[]): number => sources.reduce((sum, { bytes }) => sum + bytes, 0);

const SECONDS_BETWEEN_LINES = 5;

function lines(stream: NodeJS.WriteStream): Shown {
  let last = { step: '', label: '', records: 0, at: Date.now() };
  const tell = () => {
    if (last.label) stream.write(`${last.step} ${last.label}: ${last.records} records\n`);
  };
  return {
    begin: () => undefined,
    update: (step, { label }, records) => {
      const isNext = step !== last.step || label !== last.label;
      const isDue = Date.now() - last.at > SECONDS_BETWEEN_LINES * 1000;
      if (isNext || isDue) tell();
      last = { step, label, records, at: isNext || isDue ? Date.now() : last.at };
    },
    end: tell,
  };
}
