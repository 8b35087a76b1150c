import type { Warning } from '../../common/findings';
import { numbered } from './numbered';

/** Warnings by their code; of each kind the first ones are kept, the others are counted. */
export interface Collected {
  add(warning: Warning): void;
  count(): number;
  /** All of it in words, after so many records were checked. */
  describe(records: number): string;
}

const SHOWN = 10;

/** Begins to collect; of each code `shown` warnings are kept. */
export function collectWarnings({ shown = SHOWN }: { shown?: number } = {}): Collected {
  const kinds = new Map<string, { kept: Warning[]; count: number; records: number }>();
  const count = () => [...kinds.values()].reduce((sum, kind) => sum + kind.count, 0);
  return {
    add: (warning) => {
      const kind = kinds.get(warning.code) ?? { kept: [], count: 0, records: 0 };
      if (kind.kept.length < shown) kind.kept.push(warning);
      kinds.set(warning.code, { kept: kind.kept, count: kind.count + 1, records: kind.records + warning.records });
    },
    count,
    describe: (records) => {
      const sections = [...kinds].map(([code, kind]) => {
        const hidden = kind.count - kind.kept.length;
        return [
          `${code}: ${numbered(kind.count, 'warning')}, ${numbered(kind.records, 'record')}`,
          ...kind.kept.map(describeWarning),
          ...(hidden > 0 ? [`  and ${hidden} more (--all shows them)`] : []),
        ].join('\n');
      });
      const found = count() === 0 ? 'nothing odd' : numbered(count(), 'warning');
      return [...sections, `${numbered(records, 'record')} checked: ${found}.`].join('\n\n');
    },
  };
}

const describeWarning = ({ resource, number, path, message }: Warning): string =>
  `  ${resource} ${number}${path ? `, ${path}` : ''}: ${message}`;
