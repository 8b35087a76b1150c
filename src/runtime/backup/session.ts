import type { Client } from 'pg';
import { StartError } from '../start-error';
import { backupName, type Manifest } from './manifest';

/** The key of our PostgreSQL advisory lock, which ends with its connection, however the process ends. */
const LOCK = 7_267_873;

/** The message to the second of two concurrent backups. */
export const ALREADY_RUNNING = 'A backup is already running.';

/** @throws StartError when another process is making a backup. */
export async function lockBackups(client: Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK]);
  if (!rows[0].taken) throw new StartError(ALREADY_RUNNING);
}

/**
 * Identifies the database.
 * @throws StartError when it cannot be backed up in its current state.
 */
export async function identify(client: Client): Promise<Pick<Manifest, 'systemIdentifier' | 'postgresMajor'>> {
  const { rows } = await client.query(
    `select system_identifier::text as system, current_setting('server_version_num')::int / 10000 as major,
       current_setting('archive_mode') as archiving,
       (select count(*)::int from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as tablespaces
     from pg_control_system()`,
  );
  const { system, major, archiving, tablespaces } = rows[0];
  if (archiving === 'off') {
    throw new StartError('The database was started without archiving. Restart the service once, then make the backup.');
  }
  if (tablespaces > 0)
    throw new StartError('The database has additional tablespaces, which a backup would not contain.');
  return { systemIdentifier: system, postgresMajor: major };
}

/** Whether pages have checksums; `initdb` of PostgreSQL 18 turns them on. */
export async function hasPageChecksums(client: Client): Promise<boolean> {
  const { rows } = await client.query('show data_checksums');
  return rows[0].data_checksums === 'on';
}

/** Makes PostgreSQL archive changes within a minute, even when there are few. */
export async function archiveEveryMinute(client: Client): Promise<void> {
  await client.query(`alter system set archive_timeout = '60s'`);
  await client.query('select pg_reload_conf()');
}

/** Makes PostgreSQL archive only full segments again. */
export async function archiveFullSegments(client: Client): Promise<void> {
  await client.query('alter system reset archive_timeout');
  await client.query('select pg_reload_conf()');
}

/** Begins a backup in PostgreSQL; it ends with the connection, however the process ends. */
export async function beginBackup(
  client: Client,
): Promise<Pick<Manifest, 'name' | 'begunAt' | 'startLsn' | 'startSegment' | 'timeline'>> {
  const { rows: started } = await client.query(`select pg_backup_start('rostra', true)::text as lsn`);
  const startLsn = started[0].lsn as string;
  // At the very beginning of a segment, PostgreSQL would name the previous one.
  const { rows } = await client.query(
    'select clock_timestamp() as at, pg_walfile_name($1::pg_lsn + 1::numeric) as segment',
    [startLsn],
  );
  const { at, segment } = rows[0] as { at: Date; segment: string };
  const begunAt = at.toISOString();
  return {
    name: backupName(begunAt),
    begunAt,
    startLsn,
    startSegment: segment,
    timeline: Number.parseInt(segment.slice(0, 8), 16),
  };
}

/** What PostgreSQL requires with a copy. */
export interface BackupEnd extends Pick<Manifest, 'stopLsn' | 'endedAt'> {
  label: string;
  tablespaces: string;
  lastSegment: string;
}

/** Ends the backup in PostgreSQL, without waiting for the archive. */
export async function endBackup(client: Client): Promise<BackupEnd> {
  const { rows } = await client.query(
    `select lsn::text, labelfile, spcmapfile, pg_walfile_name(lsn) as segment, clock_timestamp() as at
     from pg_backup_stop(false)`,
  );
  const { lsn, labelfile, spcmapfile, segment, at } = rows[0];
  return { stopLsn: lsn, endedAt: at.toISOString(), label: labelfile, tablespaces: spcmapfile, lastSegment: segment };
}
