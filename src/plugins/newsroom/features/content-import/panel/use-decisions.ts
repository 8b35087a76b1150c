import { useState } from 'react';
import type { Job } from '../shared/content-import';

/** What the editor decides of single edits of a plan, by the names of fields and records: whether the file wins. */
export interface Decisions {
  of: Record<string, boolean>;
  /** How many differ from those that the plan was made with: they count only once it is made again. */
  count: number;
  /** Decides, or no longer does. */
  decide(name: string, takesFile: boolean | undefined): void;
  /** Decides nothing any more. */
  forget(): void;
}

/** The editor's decisions on the plan of a job, until it is planned again. */
export function useDecisions({ plan, outcome, options }: Job): Decisions {
  const planned = options.decisions ?? {};
  // A plan with faults has no id.
  const version = JSON.stringify([plan, outcome, planned]);
  const [changed, setChanged] = useState({ version, of: planned });
  const of = changed.version === version ? changed.of : planned;
  const set = (next: Record<string, boolean>) => setChanged({ version, of: next });
  return {
    of,
    count: Object.keys({ ...planned, ...of }).filter((name) => planned[name] !== of[name]).length,
    decide: (name, takesFile) => {
      const { [name]: _, ...others } = of;
      set(takesFile === undefined ? others : { ...others, [name]: takesFile });
    },
    forget: () => set({}),
  };
}
