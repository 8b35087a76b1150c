import { sql } from './client';

/** Faults that a transaction meets at its COMMIT, in PL/pgSQL. */
export const COMMIT_FAULTS = {
  /** The backend ends: the outcome of the commit is unknown. */
  end: 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5);',
  refuse: `raise exception 'refused by the test';`,
  violate: `raise unique_violation;`,
  wait: `raise lock_not_available;`,
  /** Fails twice with a serialization failure, then succeeds; sequences are not transactional. */
  twice: `if nextval('test_commits') <= 2 then raise serialization_failure; end if;`,
  /** The disk is full. */
  full: `raise disk_full;`,
  always: `raise deadlock_detected;`,
} as const;

/** While `work` runs, makes every transaction that writes to the table meet this fault at its COMMIT. */
export async function withCommitFault<T>(
  table: string,
  what: keyof typeof COMMIT_FAULTS,
  work: () => Promise<T>,
): Promise<T> {
  await sql('create sequence test_commits');
  await sql(
    `create function test_commit() returns trigger language plpgsql as $$ begin ${COMMIT_FAULTS[what]} return null; end $$`,
  );
  await sql(
    `create constraint trigger test_commit after insert or update or delete on ${table} deferrable initially deferred for each row execute function test_commit()`,
  );
  try {
    return await work();
  } finally {
    await sql(`drop trigger test_commit on ${table}; drop function test_commit; drop sequence test_commits`);
  }
}
