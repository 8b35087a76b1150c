import { Format, Presets, SingleBar } from 'cli-progress';
import type { Source } from '../../plugins/rostra/server/src/import/record';
import type { PlanProgress } from '../../plugins/rostra/server/src/plan/planning/make-plan';
import { quantity } from '../command';
import { LINE_INTERVAL } from './line-printer';

/** Shows the progress of a plan or import. */
export interface ProgressDisplay {
  /** Starts reading sources. */
  begin(sources: Source[]): void;
  update: PlanProgress;
  /** Starts writing this many records. */
  beginWriting(records: number): void;
  written(resource: string, records: number): void;
  end(): void;
}

/** Shows a bar with rate and remaining time on a terminal, elsewhere a line after each file and every few seconds. */
export function showProgress(stream: NodeJS.WriteStream, { isQuiet }: { isQuiet: boolean }): ProgressDisplay {
  if (isQuiet) return NOTHING;
  return stream.isTTY ? bar(stream) : lines(stream);
}

const nothing = (): void => undefined;
const NOTHING: ProgressDisplay = {
  begin: nothing,
  update: nothing,
  beginWriting: nothing,
  written: nothing,
  end: nothing,
};

function bar(stream: NodeJS.WriteStream): ProgressDisplay {
  const display = new SingleBar(
    {
      stream,
      format: '{bar} {percentage}%  {step} {file}  {records} records, {rate}/s, {eta_formatted} left',
      formatBar: Format.BarFormat,
      hideCursor: true,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  let measure: Measure = () => 0;
  let startedAt = 0;
  const begin = (total: number) => {
    startedAt = Date.now();
    display.start(total, 0, { step: '', file: '', records: 0, rate: 0 });
  };
  const draw = (value: number, step: string, file: string, records: number, done: number) => {
    const seconds = Math.max(0.1, (Date.now() - startedAt) / 1000);
    display.update(value, { step, file: file.replace(/^.*\//, ''), records, rate: Math.round(done / seconds) });
  };
  const done = new Map<string, number>();
  const addDone = (key: string, records: number): number => {
    done.set(key, records);
    return [...done.values()].reduce((sum, each) => sum + each, 0);
  };
  return {
    begin: (sources) => {
      measure = measureOf(sources);
      begin(2 * bytesOf(sources));
    },
    update: (step, source, records) =>
      draw(measure(step, source, records), step, source, records, addDone(`${step} ${source}`, records)),
    beginWriting: (records) => {
      done.clear();
      begin(Math.max(1, records));
    },
    written: (resource, records) => {
      const all = addDone(resource, records);
      draw(all, 'writing', resource, records, all);
    },
    end: () => display.stop(),
  };
}

/** Returns the work done, as a part of twice the bytes of all files. */
type Measure = (...progress: Parameters<PlanProgress>) => number;

/**
 * Measures the progress of reading files one after the other, which happens twice. The number of records in a file is known
 * only after the first step, so that step counts whole files, and the second one counts records.
 */
export function measureOf(sources: Source[]): Measure {
  const known = new Map<string, number>();
  return (step, label, records) => {
    const index = sources.findIndex((source) => source.label === label);
    const before = bytesOf(sources.slice(0, index));
    if (step === 'reading') {
      known.set(label, records);
      return before;
    }
    return bytesOf(sources) + before + ((sources[index]?.bytes ?? 0) * records) / (known.get(label) ?? records);
  };
}

const bytesOf = (sources: Source[]): number => sources.reduce((sum, { bytes }) => sum + bytes, 0);

function lines(stream: NodeJS.WriteStream): ProgressDisplay {
  let last = { step: '', label: '', records: 0, at: Date.now() };
  const printLine = () => {
    if (last.label) stream.write(`${last.step} ${last.label}: ${quantity(last.records, 'record')}\n`);
    last = { ...last, label: '' };
  };
  const update = (step: string, label: string, records: number) => {
    const isNext = step !== last.step || label !== last.label;
    const isDue = Date.now() - last.at > LINE_INTERVAL;
    if (isNext || isDue) printLine();
    last = { step, label, records, at: isNext || isDue ? Date.now() : last.at };
  };
  return {
    begin: nothing,
    update,
    beginWriting: printLine,
    written: (resource, records) => update('writing', resource, records),
    end: printLine,
  };
}
