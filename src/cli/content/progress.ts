import { Format, Presets, SingleBar } from 'cli-progress';
import type { Source } from '../../plugins/rostra/server/src/import/record';
import type { Progress } from '../../plugins/rostra/server/src/plan/make';
import { numbered } from './numbered';

/** Shows how far the work is. */
export interface Shown {
  /** Begins to read sources. */
  begin(sources: Source[]): void;
  update: Progress;
  /** Begins to write so many records. */
  beginWriting(records: number): void;
  written(resource: string, records: number): void;
  end(): void;
}

/** A bar with rate and remaining time on a terminal, plain lines elsewhere: one when a file is done with a step, and every few seconds. */
export function showProgress(stream: NodeJS.WriteStream, { isQuiet }: { isQuiet: boolean }): Shown {
  if (isQuiet) return NOTHING;
  return stream.isTTY ? bar(stream) : lines(stream);
}

const nothing = (): void => undefined;
const NOTHING: Shown = { begin: nothing, update: nothing, beginWriting: nothing, written: nothing, end: nothing };

function bar(stream: NodeJS.WriteStream): Shown {
  const shown = new SingleBar(
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
  let beganAt = 0;
  const begin = (total: number) => {
    beganAt = Date.now();
    shown.start(total, 0, { step: '', file: '', records: 0, rate: 0 });
  };
  const tell = (value: number, step: string, file: string, records: number, done: number) => {
    const seconds = Math.max(0.1, (Date.now() - beganAt) / 1000);
    shown.update(value, { step, file: file.replace(/^.*\//, ''), records, rate: Math.round(done / seconds) });
  };
  const done = new Map<string, number>();
  const doneWith = (key: string, records: number): number => {
    done.set(key, records);
    return [...done.values()].reduce((sum, each) => sum + each, 0);
  };
  return {
    begin: (sources) => {
      measure = measureOf(sources);
      begin(2 * bytesOf(sources));
    },
    update: (step, source, records) =>
      tell(measure(step, source, records), step, source, records, doneWith(`${step} ${source}`, records)),
    beginWriting: (records) => {
      done.clear();
      begin(Math.max(1, records));
    },
    written: (resource, records) => {
      const all = doneWith(resource, records);
      tell(all, 'writing', resource, records, all);
    },
    end: () => shown.stop(),
  };
}

/** How many bytes of work are done, of twice those of all files. */
type Measure = (...told: Parameters<Progress>) => number;

/**
 * Measures how far reading is. Files come one after the other. How many records one has is not known before it has been
 * read once: in the first step it counts when the next one begins, in the second step record by record.
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

const SECONDS_BETWEEN_LINES = 5;

function lines(stream: NodeJS.WriteStream): Shown {
  let last = { step: '', label: '', records: 0, at: Date.now() };
  const tell = () => {
    if (last.label) stream.write(`${last.step} ${last.label}: ${numbered(last.records, 'record')}\n`);
    last = { ...last, label: '' };
  };
  const update = (step: string, label: string, records: number) => {
    const isNext = step !== last.step || label !== last.label;
    const isDue = Date.now() - last.at > SECONDS_BETWEEN_LINES * 1000;
    if (isNext || isDue) tell();
    last = { step, label, records, at: isNext || isDue ? Date.now() : last.at };
  };
  return {
    begin: nothing,
    update,
    beginWriting: tell,
    written: (resource, records) => update('writing', resource, records),
    end: tell,
  };
}
