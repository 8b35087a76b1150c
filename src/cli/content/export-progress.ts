import { Format, Presets, SingleBar } from 'cli-progress';
import type { ExportProgress } from '../../plugins/rostra/server/src/export/export';

/** Shows how far an export is. */
interface Shown {
  update: ExportProgress;
  end(): void;
}

/** A bar for each resource on a terminal; elsewhere a line every few seconds, or nothing at all. */
export function showExport(stream: NodeJS.WriteStream, { isQuiet }: { isQuiet: boolean }): Shown {
  if (isQuiet) return { update: () => undefined, end: () => undefined };
  return stream.isTTY ? bar(stream) : lines(stream);
}

function bar(stream: NodeJS.WriteStream): Shown {
  const format = '{bar} {name} {value}/{total}, {eta_formatted} left';
  const shown = new SingleBar(
    { stream, format, formatBar: Format.BarFormat, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  let current = '';
  return {
    update: ({ name }, records, total) => {
      if (name === current) shown.update(records);
      else {
        if (current) shown.stop();
        shown.start(total, records, { name });
        current = name;
      }
    },
    end: () => shown.stop(),
  };
}

const SECONDS_BETWEEN_LINES = 5;

function lines(stream: NodeJS.WriteStream): Shown {
  let last = Date.now();
  return {
    update: ({ name }, records, total) => {
      if (Date.now() - last < SECONDS_BETWEEN_LINES * 1000) return;
      last = Date.now();
      stream.write(`${name}: ${records} of ${total} records\n`);
    },
    end: () => undefined,
  };
}
