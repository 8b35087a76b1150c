import type { Client } from 'pg';
import { StartError } from '../start-error';
import type { Manifest } from './manifest';

/** A number of our own among PostgreSQL's advisory locks; one ends with its connection, however the process ends. */
const LOCK = 7_267_873;

/** What the second of two is told. */
export const ALREADY_RUNNING = 'A backup is being made already.';

/** @throws StartError when another process is making a backup. */
export async function lockBackups(client: Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK]);
  if (!rows[0].taken) throw new StartError(ALREADY_RUNNING);
}

/**
 * Which database this is.
 * @throws StartError when it cannot be backed up as it is.
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
    throw new StartError(
      'The database was started without an archive. Restart the service once, then make the backup.',
    );
  }
  if (tablespaces > 0) throw new StartError('The database has tablespaces of its own, which a backup would not hold.');
  return { systemIdentifier: system, postgresMajor: major };
}

/** From now on what is written is in the archive a minute later at most, also when there is little of it. */
export async function archiveEveryMinute(client: Client): Promise<void> {
  await client.query(`alter system set archive_timeout = '60s'`);
  await client.query('select pg_reload_conf()');
}

/** Takes that back. */
export async function archiveFullSegments(client: Client): Promise<void> {
  await client.query('alter system reset archive_timeout');
  await client.query('select pg_reload_conf()');
}

/** Tells PostgreSQL that a copy begins; it ends with the connection, however the process ends. */
export async function beginBackup(
  client: Client,
): Promise<Pick<Manifest, 'name' | 'begunAt' | 'startLsn' | 'startSegment' | 'timeline'>> {
  const { rows: started } = await client.query(`select pg_backup_start('rostra', true)::text as lsn`);
  const startLsn = started[0].lsn as string;
  // At the very beginning of a segment PostgreSQL would name the one before.
  const { rows } = await client.query(
    'select clock_timestamp() as at, pg_walfile_name($1::pg_lsn + 1::numeric) as segment',
    [startLsn],
  );
  const { at, segment } = rows[0] as { at: Date; segment: string };
  const begunAt = at.toISOString();
  const name = `${begunAt.slice(0, 19).replaceAll(':', '-')}Z`;
  return { name, begunAt, startLsn, startSegment: segment, timeline: Number.parseInt(segment.slice(0, 8), 16) };
}

/** What PostgreSQL wants to be kept with a copy. */
export interface Ended extends Pick<Manifest, 'stopLsn' | 'endedAt'> {
  label: string;
  tablespaces: string;
  lastSegment: string;
}

/** Tells PostgreSQL that the copy is done; it does not wait for the archive. */
export async function endBackup(client: Client): Promise<Ended> {
  const { rows } = await client.query(
    `select lsn::text, labelfile, spcmapfile, pg_walfile_name(lsn) as segment, clock_timestamp() as at
     from pg_backup_stop(false)`,
  );
  const { lsn, labelfile, spcmapfile, segment, at } = rows[0];
  return { stopLsn: lsn, endedAt: at.toISOString(), label: labelfile, tablespaces: spcmapfile, lastSegment: segment };
}
