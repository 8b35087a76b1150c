import { sql } from './client';

/** What a transaction meets at its COMMIT, in PL/pgSQL. */
export const AT_COMMIT = {
  /** The backend ends: nobody can tell what became of the commit. */
  end: 'perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(5);',
  refuse: `raise exception 'refused by the test';`,
  violate: `raise unique_violation;`,
  wait: `raise lock_not_available;`,
  /** Twice in favour of another transaction, then no more; the sequence does not take part in transactions. */
  twice: `if nextval('test_commits') <= 2 then raise serialization_failure; end if;`,
  /** No room for what the transaction has written. */
  full: `raise disk_full;`,
  always: `raise deadlock_detected;`,
} as const;

/** Lets every transaction that writes to the table meet that at its COMMIT, while `work` is under way. */
export async function atCommit<T>(table: string, what: keyof typeof AT_COMMIT, work: () => Promise<T>): Promise<T> {
  await sql('create sequence test_commits');
  await sql(
    `create function test_commit() returns trigger language plpgsql as $$ begin ${AT_COMMIT[what]} return null; end $$`,
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
