const ATTEMPTS = 200;

/**
 * Counts the statements per request, including transaction control: the smaller of two counts over `requests` requests
 * (one count for a single request).
 */
export async function countStatements({ query }, database, work, requests) {
  await trackStatements(query, 'top');
  try {
    await work();
    const counts = [];
    for (let round = 0; round < Math.min(2, requests); round += 1) {
      const before = await calls(query, database);
      for (let request = 0; request < requests; request += 1) await work();
      counts.push(((await calls(query, database)) - before) / requests);
    }
    return Math.min(...counts);
  } finally {
    await trackStatements(query, 'none');
  }
}

/** Makes PostgreSQL count statements from clients (`top`) or none, since counting slows measurements down. */
export async function trackStatements(query, what) {
  await query(`alter system set pg_stat_statements.track = '${what}'`, [], 'postgres');
  await query('select pg_reload_conf()', [], 'postgres');
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [{ current }] = await query(`select current_setting('pg_stat_statements.track') as current`, [], 'postgres');
    if (current === what) return;
  }
  throw new Error(`pg_stat_statements.track is not "${what}"`);
}

async function calls(query, database) {
  const [{ calls: found }] = await query(
    `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
     where dbid = (select oid from pg_database where datname = $1) and query not ilike 'select version()%'`,
    [database],
    'postgres',
  );
  return found;
}
