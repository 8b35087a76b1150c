import type { Warning } from '../../../../../common/findings';
import { checkStored, currentRules } from '../../../../rostra/server/src/checks/checks';
import { allResources } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { compile, sql } from '../../../../rostra/server/src/sql/sql';
import { snapshot } from '../../../../rostra/server/src/store/database';
import { app } from '../../../../rostra/server/src/store/strapi';

/** The stored integrity report: the number of findings of each kind and resource, and the first of them. */
export interface StoredReport {
  at: string;
  /** Checked records, by resource. */
  records: Record<string, number>;
  counts: { code: string; resource: string; count: number }[];
  faults: { code: string; resource: string; number: number; path: string; message: string }[];
}

/** The most findings stored for each kind and resource. */
const MAX_FINDINGS = 20;

/** A report older than this is made again when somebody reads it. */
const MAX_AGE_MS = 60 * 60 * 1000;

const store = () => app().store({ type: 'plugin', name: 'newsroom', key: 'integrity-report' });

let running: Promise<void> | undefined;
/** When the last report started, in epoch ms: a failed report is not restarted by every reader. */
let startedAt = 0;

/** Whether a report is being made in this process. */
export const isRunning = (): boolean => running !== undefined;

/** Reads the latest report. */
export const readReport = async (): Promise<StoredReport | null> => (await store().get()) as StoredReport | null;

/** Whether the report should be made again. */
export const isDue = (stored: StoredReport | null): boolean =>
  Date.now() - Math.max(startedAt, stored ? Date.parse(stored.at) : 0) > MAX_AGE_MS;

/** Starts a report in the background, unless one is being made. */
export function startReport(): void {
  if (running) return;
  startedAt = Date.now();
  running = makeReport()
    .catch((error: Error) => {
      app().log.error(`The integrity report failed: ${error.message}`);
    })
    .finally(() => {
      running = undefined;
    });
}

/** Checks all records in one snapshot; does nothing while another process makes a report. */
async function makeReport(): Promise<void> {
  const judged = currentRules().judged;
  const report = await snapshot(async (run) => {
    const [free] = await run(lock);
    if (free?.[0] !== true) return undefined;
    const collector = collect();
    await checkStored(
      allResources().filter(({ name }) => judged[name]),
      run,
      collector.add,
      collector.checked,
    );
    return collector.result();
  });
  if (report) await store().set({ value: report });
}

/** Held until the snapshot's transaction ends. */
const lock = compile(sql`select pg_try_advisory_xact_lock(hashtextextended('rostra integrity report', 0))`);

function collect() {
  const counts = new Map<string, StoredReport['counts'][number]>();
  const faults: StoredReport['faults'] = [];
  const records: Record<string, number> = {};
  return {
    add: ({ code, resource, number, path, message }: Warning): void => {
      const key = `${code} ${resource}`;
      const kind = counts.get(key) ?? { code, resource, count: 0 };
      if (kind.count < MAX_FINDINGS) faults.push({ code, resource, number, path, message });
      counts.set(key, { ...kind, count: kind.count + 1 });
    },
    checked: ({ name }: Resource, count: number): void => {
      records[name] = count;
    },
    result: (): StoredReport => ({ at: new Date().toISOString(), records, counts: [...counts.values()], faults }),
  };
}
