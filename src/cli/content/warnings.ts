import type { Warning } from '../../common/findings';
import { quantity } from '../command';

/** Collects warnings by code: keeps the first ones of each code and counts the rest. */
export interface WarningCollector {
  add(warning: Warning): void;
  count(): number;
  /** The report as text; `records` is the number of checked records. */
  describe(records: number): string;
}

const SHOWN = 10;

/** Creates a collector that keeps `shown` warnings of each code. */
export function collectWarnings({ shown = SHOWN }: { shown?: number } = {}): WarningCollector {
  const kinds = new Map<string, { first: Warning[]; count: number; records: number }>();
  const count = () => [...kinds.values()].reduce((sum, kind) => sum + kind.count, 0);
  return {
    add: (warning) => {
      const kind = kinds.get(warning.code) ?? { first: [], count: 0, records: 0 };
      if (kind.first.length < shown) kind.first.push(warning);
      kinds.set(warning.code, { first: kind.first, count: kind.count + 1, records: kind.records + warning.records });
    },
    count,
    describe: (records) => {
      const sections = [...kinds].map(([code, kind]) => {
        const hidden = kind.count - kind.first.length;
        return [
          `${code}: ${quantity(kind.count, 'warning')}, ${quantity(kind.records, 'record')}`,
          ...kind.first.map(describeWarning),
          ...(hidden > 0 ? [`  and ${hidden} more (--all shows them)`] : []),
        ].join('\n');
      });
      const total = count() === 0 ? 'no warnings' : quantity(count(), 'warning');
      return [...sections, `${quantity(records, 'record')} checked: ${total}.`].join('\n\n');
    },
  };
}

const describeWarning = ({ resource, number, path, message }: Warning): string =>
  `  ${resource} ${number}${path ? `, ${path}` : ''}: ${message}`;
