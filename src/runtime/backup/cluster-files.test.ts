import { isExcluded } from './cluster-files';

describe('files that a base backup excludes', () => {
  it.each([
    'postmaster.pid',
    'pg_wal/000000010000000000000001',
    'pg_wal/archive_status',
    'pg_replslot/one',
    'base/5/pg_internal.init',
    'base/pgsql_tmp',
    'base/5/pgsql_tmp12.3',
    'backup_label.old',
    'global/pg_control',
  ])('%s', (name) => expect(isExcluded(name)).toBe(true));

  it.each(['PG_VERSION', 'pg_wal', 'base/5/1259', 'postgresql.auto.conf', 'pg_xact/0000', 'global/pg_filenode.map'])(
    'not %s',
    (name) => expect(isExcluded(name)).toBe(false),
  );
});
