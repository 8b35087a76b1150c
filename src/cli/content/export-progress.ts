import { Format, Presets, SingleBar } from 'cli-progress';
import type { ExportProgress } from '../../plugins/rostra/server/src/export/export';
import { linePrinter } from './line-printer';

interface ExportDisplay {
  update: ExportProgress;
  end(): void;
}

/** Shows the progress of an export: a bar for each resource on a terminal, a line every few seconds elsewhere, nothing if `isQuiet`. */
export function showExport(stream: NodeJS.WriteStream, { isQuiet }: { isQuiet: boolean }): ExportDisplay {
  if (isQuiet) return { update: () => undefined, end: () => undefined };
  return stream.isTTY ? bar(stream) : lines(stream);
}

function bar(stream: NodeJS.WriteStream): ExportDisplay {
  const format = '{bar} {name} {value}/{total}, {eta_formatted} left';
  const display = new SingleBar(
    { stream, format, formatBar: Format.BarFormat, hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  let current = '';
  return {
    update: ({ name }, records, total) => {
      if (name === current) display.update(records);
      else {
        if (current) display.stop();
        display.start(total, records, { name });
        current = name;
      }
    },
    end: () => display.stop(),
  };
}

function lines(stream: NodeJS.WriteStream): ExportDisplay {
  const print = linePrinter(stream);
  return {
    update: ({ name }, records, total) => print(`${name}: ${records} of ${total} records`),
    end: () => undefined,
  };
}
