import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartError } from '../start-error';

/** The time limit for archiving one backup, unless it fails earlier. */
const LIMIT_MS = 15 * 60_000;

/** PostgreSQL tries three times, then waits a minute. */
const TRIES = 3;

/** The state of PostgreSQL's archiver. */
interface Archiver {
  archived: number;
  failed: number;
  lastArchivedAt: Date | undefined;
  lastFailedAt: Date | undefined;
  timeline: number;
}

/** Reads the archiver's state from the server. */
export async function readArchiverStatus(client: Client): Promise<Archiver> {
  const { rows } = await client.query(
    `select archived_count::int as archived, failed_count::int as failed, last_archived_time as "lastArchivedAt",
       last_failed_time as "lastFailedAt", ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline
     from pg_stat_archiver`,
  );
  const row = rows[0] as Archiver;
  return {
    ...row,
    lastArchivedAt: row.lastArchivedAt ?? undefined,
    lastFailedAt: row.lastFailedAt ?? undefined,
  };
}

/** Whether the archiver's last attempt failed. */
export function isFailing({ lastArchivedAt, lastFailedAt }: Archiver): boolean {
  return lastFailedAt !== undefined && lastFailedAt > (lastArchivedAt ?? new Date(0));
}

/**
 * Waits until these segments are archived; segments are archived in order.
 * @throws StartError when archiving fails.
 */
export async function waitForArchive(
  client: Client,
  { wal, first, last }: { wal: string; first: string; last: string },
): Promise<void> {
  const before = await readArchiverStatus(client);
  const end = Date.now() + LIMIT_MS;
  const isThere = (segment: string) => existsSync(path.join(wal, `${segment}.gz`));
  for (let poll = 0; !isThere(first) || !isThere(last); poll++) {
    await pause(100);
    if (poll % 5 !== 4) continue;
    const now = await readArchiverStatus(client);
    const isStuck = now.failed >= before.failed + TRIES && now.archived === before.archived;
    if (isStuck || Date.now() > end) throw new StartError(archiveFailure(wal));
  }
}

/** The message when PostgreSQL cannot archive its log. */
export function archiveFailure(wal: string): string {
  return `PostgreSQL cannot archive its log in ${wal}: is the disk mounted, does it have free space, and may PostgreSQL's user write to it? postgres.log has the reason. PostgreSQL keeps its log and retries.`;
}
