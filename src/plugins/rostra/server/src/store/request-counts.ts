import { LRUCache } from 'lru-cache';
import { sha256 } from '../../../../../common/digest';
import { compile, ident, parameter, sql } from '../sql/sql';
import { type Run, runOnce, send } from './database';
import { poolOf } from './pools';
import type { Present } from './present';
import { app } from './strapi';

/** Requests are counted in windows of this length, in milliseconds, which begin at whole minutes. */
export const WINDOW_MS = 60_000;
/** How soon a process tells the others what it has counted, in milliseconds. */
const SHARE_MS = 1_000;
/** How long telling may take. */
const PATIENCE_MS = 5_000;
/** How many senders are counted at a time; of more, those that were seen longest ago are forgotten. */
const MAX_SENDERS = 50_000;
/** How many of them one statement tells of. */
const MAX_TOLD = 2_000;

const TABLE = 'rostra_request_counts';

/** What is known of a sender in this window: counted by all processes, being told, and not told yet. */
interface Count {
  known: number;
  told: number;
  fresh: number;
}

let window = 0;
let counts = new LRUCache<string, Count>({ max: MAX_SENDERS });
let changed = new Map<string, Count>();
let isToShare = false;

/** Makes the table of counts. What is lost with a crash is a minute's counts: it need not be logged. */
export async function ensureRequestCounts(present: Present, run: Run): Promise<void> {
  if (present.has(TABLE)) return;
  await runOnce(
    run,
    sql`create unlogged table ${ident(TABLE)} (minute bigint, sender text, count integer not null, primary key (minute, sender))`,
  );
}

/**
 * Counts one request more, and answers how many there are in this window from this sender: all those of this process, and
 * those of the others as they were a second ago.
 */
export function countOf(sender: string, now: number): number {
  const current = Math.floor(now / WINDOW_MS);
  if (current !== window) begin(current);
  let count = counts.get(sender);
  if (!count) {
    count = { known: 0, told: 0, fresh: 0 };
    counts.set(sender, count);
  }
  count.fresh += 1;
  if (count.fresh === 1) changed.set(sender, count);
  if (!isToShare) shareLater();
  return count.known + count.told + count.fresh;
}

/** The last second of a window that has ended matters to nobody any more. */
function begin(next: number): void {
  window = next;
  counts = new LRUCache({ max: MAX_SENDERS });
  changed = new Map();
}

function shareLater(): void {
  isToShare = true;
  setTimeout(share, SHARE_MS).unref();
}

/** Tells what has been counted, and learns what all have counted; when that fails, it is told with the next. */
async function share(): Promise<void> {
  const [minute, from] = [window, changed];
  const told = [...from].slice(0, MAX_TOLD);
  for (const [sender, count] of told) {
    from.delete(sender);
    Object.assign(count, { told: count.fresh, fresh: 0 });
  }
  try {
    const byKey = new Map(told.map(([sender, count]) => [keyOf(sender), count]));
    const values = { minute, senders: [...byKey.keys()], counts: [...byKey.values()].map((count) => count.told) };
    const rows = (await send(poolOf(), add, values, PATIENCE_MS)) as [string, number][];
    for (const [key, known] of rows) Object.assign(byKey.get(key) ?? {}, { known, told: 0 });
  } catch (error) {
    for (const [sender, count] of told) {
      Object.assign(count, { told: 0, fresh: count.told + count.fresh });
      from.set(sender, count);
    }
    app().log.debug(`requests were not counted for other processes: ${(error as Error).message}`);
  }
  if (changed.size > 0) shareLater();
  else isToShare = false;
}

/** Addresses are personal data: nobody reads them in the table. */
const keyOf = (sender: string): string => (sender.includes('address') ? sha256(sender).toString('base64url') : sender);

/** Who tells in the order of the names never waits in a circle. What is over goes with the first that is told. */
const add = compile(
  sql`with gone as (delete from ${ident(TABLE)} where minute < ${parameter('minute')}::bigint - 1)
    insert into ${ident(TABLE)} as t (minute, sender, count)
    select ${parameter('minute')}::bigint, sender, count from unnest(${parameter('senders')}::text[], ${parameter('counts')}::int[]) as told (sender, count) order by sender
    on conflict (minute, sender) do update set count = t.count + excluded.count
    returning sender, count`,
);
