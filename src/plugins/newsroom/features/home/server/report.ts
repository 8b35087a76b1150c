import type { Warning } from '../../../../../common/findings';
import { checkStored } from '../../../../rostra/server/src/checks/check-stored';
import { currentRules } from '../../../../rostra/server/src/checks/rules';
import { allResources } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { compile, sql } from '../../../../rostra/server/src/sql/sql';
import { snapshot } from '../../../../rostra/server/src/store/database';
import { app } from '../../../../rostra/server/src/store/strapi';

/** The integrity report as it is kept: how many faults of each kind and resource, and the first of them. */
export interface Kept {
  at: string;
  /** How many records were checked, by resource. */
  records: Record<string, number>;
  counts: { code: string; resource: string; count: number }[];
  faults: { code: string; resource: string; number: number; path: string; message: string }[];
}

/** How many faults of each kind and resource are kept. */
const SHOWN = 20;

/** How old a report may be before it is made anew when somebody looks at it. */
const FRESH_MS = 60 * 60 * 1000;

const store = () => app().store({ type: 'plugin', name: 'newsroom', key: 'integrity-report' });

let running: Promise<void> | undefined;
/** When a report was begun last, in ms: one that came to nothing is not begun again by everybody who looks. */
let begun = 0;

/** Whether a report is being made in this process. */
export const isRunning = (): boolean => running !== undefined;

/** The report that was made last. */
export const keptReport = async (): Promise<Kept | null> => (await store().get()) as Kept | null;

/** Whether a report is so old that it should be made anew. */
export const isDue = (kept: Kept | null): boolean =>
  Date.now() - Math.max(begun, kept ? Date.parse(kept.at) : 0) > FRESH_MS;

/** Begins to make the report, unless one is being made. It goes on when nobody waits for it. */
export function startReport(): void {
  if (running) return;
  begun = Date.now();
  running = makeReport()
    .catch((error: Error) => {
      app().log.error(`The integrity report was not made: ${error.message}`);
    })
    .finally(() => {
      running = undefined;
    });
}

/** Checks everything as it stands at one moment; does nothing while another process does. */
async function makeReport(): Promise<void> {
  const judged = currentRules().judged;
  const made = await snapshot(async (run) => {
    const [free] = await run(lock);
    if (free?.[0] !== true) return undefined;
    const report = collect();
    await checkStored(
      allResources().filter(({ name }) => judged[name]),
      run,
      report.add,
      report.checked,
    );
    return report.kept();
  });
  if (made) await store().set({ value: made });
}

/** Held until the transaction of the snapshot ends. */
const lock = compile(sql`select pg_try_advisory_xact_lock(hashtextextended('rostra integrity report', 0))`);

function collect() {
  const counts = new Map<string, Kept['counts'][number]>();
  const faults: Kept['faults'] = [];
  const records: Record<string, number> = {};
  return {
    add: ({ code, resource, number, path, message }: Warning): void => {
      const key = `${code} ${resource}`;
      const kind = counts.get(key) ?? { code, resource, count: 0 };
      if (kind.count < SHOWN) faults.push({ code, resource, number, path, message });
      counts.set(key, { ...kind, count: kind.count + 1 });
    },
    checked: ({ name }: Resource, count: number): void => {
      records[name] = count;
    },
    kept: (): Kept => ({ at: new Date().toISOString(), records, counts: [...counts.values()], faults }),
  };
}
