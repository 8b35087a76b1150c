import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartError } from '../start-error';

/** How long the archive may take for one backup, when it does not fail. */
const LIMIT_MS = 15 * 60_000;

/** PostgreSQL tries three times, then waits for a minute. */
const TRIES = 3;

/** What PostgreSQL tells of its archive. */
interface Archiver {
  archived: number;
  failed: number;
  lastArchivedAt: Date | undefined;
  lastFailedAt: Date | undefined;
  timeline: number;
}

/** Asks the server how its archive does. */
export async function readArchiverStatus(client: Client): Promise<Archiver> {
  const { rows } = await client.query(
    `select archived_count::int as archived, failed_count::int as failed, last_archived_time as "lastArchivedAt",
       last_failed_time as "lastFailedAt", ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int as timeline
     from pg_stat_archiver`,
  );
  const found = rows[0] as Archiver;
  return {
    ...found,
    lastArchivedAt: found.lastArchivedAt ?? undefined,
    lastFailedAt: found.lastFailedAt ?? undefined,
  };
}

/** Whether the last thing that the archive did was to fail. */
export function isFailing({ lastArchivedAt, lastFailedAt }: Archiver): boolean {
  return lastFailedAt !== undefined && lastFailedAt > (lastArchivedAt ?? new Date(0));
}

/**
 * Waits until these segments of the log, which are archived in their order, are in the archive.
 * @throws StartError when the archive fails meanwhile.
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

/** What to tell when PostgreSQL cannot bring its log to the archive. */
export function archiveFailure(wal: string): string {
  return `PostgreSQL's log does not get into ${wal}: is the disk there, has it room, and may PostgreSQL's own user write? Why is in postgres.log. PostgreSQL keeps its log and goes on trying.`;
}
