import path from 'node:path';

/**
 * Folders of a cluster that are copied empty: their content belongs to the running server or comes from the archive.
 */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** Folders that PostgreSQL needs, and that may be empty: tools that copy files only leave them out. */
export const NEEDED_FOLDERS = [
  ...EMPTY,
  'pg_commit_ts',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_stat',
  'pg_tblspc',
  'pg_twophase',
];

/** Files that describe only the running server or another backup. */
const OWN = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'postgresql.auto.conf.tmp',
  'backup_label',
  'backup_label.old',
  'tablespace_map',
  'tablespace_map.old',
  'backup_manifest',
]);

/** Copied last and separately: a server that starts from the copy reads it first. */
export const CONTROL_FILE = path.join('global', 'pg_control');

/**
 * Whether a base backup excludes a file of the cluster, as `pg_basebackup` does; `name` is relative to the cluster's
 * folder.
 */
export function isExcluded(name: string): boolean {
  const file = path.basename(name);
  return (
    name === CONTROL_FILE ||
    OWN.has(name) ||
    EMPTY.has(path.dirname(name)) ||
    file.startsWith('pgsql_tmp') ||
    file.startsWith('pg_internal.init')
  );
}
