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

/** Both steps read every file, so each counts for half; records are told, bytes are what the bar measures. */
function bar(stream: NodeJS.WriteStream): Shown {
  const shown = new SingleBar(
    { stream, format: `{bar} {percentage}% {step} {file} {records}`, formatBar: Format.BarFormat, hideCursor: true },
    Presets.shades_classic,
  );
  const done = new Map<string, number>();
  let total = 0;
  return {
    begin: (sources) => {
      total = sources.length * 2;
      shown.start(total, 0, { step: '', file: '', records: '' });
    },
    update: (step, source, records) => {
      done.set(`${step} ${source.label}`, records);
      shown.update(done.size, { step, file: source.of.name, records });
    },
    end: () => shown.stop(),
  };
}

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
