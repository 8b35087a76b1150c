import { LRUCache } from 'lru-cache';
import { sha256 } from '../../../../../common/digest';
import { compile, ident, parameter, sql } from '../sql/sql';
import type { Catalog } from './catalog';
import { type Run, runOnce, send } from './database';
import { readPool } from './pools';
import { app } from './strapi';

/** The length of the windows in which requests are counted, in milliseconds; they begin at whole minutes. */
export const WINDOW_MS = 60_000;
/** How often a process shares its counts with the others, in milliseconds. */
const SHARE_MS = 1_000;
/** How long sharing may take, in milliseconds. */
const SHARE_TIMEOUT_MS = 5_000;
/** How many senders are counted; beyond it, the least recently seen are forgotten. */
const MAX_SENDERS = 50_000;
/** How many senders one statement shares. */
const CHUNK = 2_000;

const TABLE = 'rostra_request_counts';

/** A sender's requests in this window. */
interface Count {
  /** Shared by all processes, this one included. */
  shared: number;
  /** Of this process, being shared. */
  sending: number;
  /** Of this process, not shared yet. */
  pending: number;
}

let window = 0;
let counts = new LRUCache<string, Count>({ max: MAX_SENDERS });
let changed = new Map<string, Count>();
let isScheduled = false;

/** Creates the table of counts, unlogged: a crash loses one minute of counts. */
export async function ensureRequestCounts(catalog: Catalog, run: Run): Promise<void> {
  if (catalog.has(TABLE)) return;
  await runOnce(
    run,
    sql`create unlogged table ${ident(TABLE)} (minute bigint, sender text, count integer not null, primary key (minute, sender))`,
  );
}

/**
 * Counts a request. Returns the sender's number of requests in this window: all those of this process, and those of the others
 * as of about a second ago.
 */
export function countRequest(sender: string, now: number): number {
  const current = Math.floor(now / WINDOW_MS);
  if (current !== window) begin(current);
  let count = counts.get(sender);
  if (!count) {
    count = { shared: 0, sending: 0, pending: 0 };
    counts.set(sender, count);
  }
  count.pending += 1;
  if (count.pending === 1) changed.set(sender, count);
  if (!isScheduled) scheduleShare();
  return count.shared + count.sending + count.pending;
}

/** Begins a window. Drops counts of the last one that were not shared yet: they no longer matter. */
function begin(next: number): void {
  window = next;
  counts = new LRUCache({ max: MAX_SENDERS });
  changed = new Map();
}

function scheduleShare(): void {
  isScheduled = true;
  setTimeout(share, SHARE_MS).unref();
}

/** Adds pending counts to those of all processes, and reads the sums. Counts that could not be shared stay pending. */
async function share(): Promise<void> {
  const [minute, from] = [window, changed];
  const chunk = [...from].slice(0, CHUNK);
  for (const [sender, count] of chunk) {
    from.delete(sender);
    Object.assign(count, { sending: count.pending, pending: 0 });
  }
  try {
    const byKey = new Map(chunk.map(([sender, count]) => [keyOf(sender), count]));
    const values = { minute, senders: [...byKey.keys()], counts: [...byKey.values()].map(({ sending }) => sending) };
    const rows = (await send(readPool(), add, values, SHARE_TIMEOUT_MS)) as [string, number][];
    for (const [key, shared] of rows) Object.assign(byKey.get(key) ?? {}, { shared, sending: 0 });
  } catch (error) {
    for (const [sender, count] of chunk) {
      Object.assign(count, { sending: 0, pending: count.sending + count.pending });
      from.set(sender, count);
    }
    app().log.debug(`Request counts could not be shared with other processes: ${(error as Error).message}`);
  }
  if (changed.size > 0) scheduleShare();
  else isScheduled = false;
}

/** Addresses are personal data, so the table holds their hashes. */
const keyOf = (sender: string): string => (sender.includes('address') ? sha256(sender).toString('base64url') : sender);

/** Inserts in the order of senders, which prevents deadlocks. Deletes the rows of past windows. */
const add = compile(
  sql`with gone as (delete from ${ident(TABLE)} where minute < ${parameter('minute')}::bigint - 1)
    insert into ${ident(TABLE)} as t (minute, sender, count)
    select ${parameter('minute')}::bigint, sender, count from unnest(${parameter('senders')}::text[], ${parameter('counts')}::int[]) as pending (sender, count) order by sender
    on conflict (minute, sender) do update set count = t.count + excluded.count
    returning sender, count`,
);
