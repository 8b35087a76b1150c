import { compile, sql } from '../../sql/sql';
import { run as runOutside, transaction } from '../database';

/**
 * Gives committed changes their positions. Only readers call it: whatever commits later gets a higher position, so a reader of
 * all positions above one that it has seen misses nothing, and no writer waits.
 */
export async function numberChanges(): Promise<void> {
  const [[isPending] = []] = await runOutside(pending);
  if (!isPending) return;
  await transaction(async (run) => {
    await run(lock);
    await run(number);
  });
}

const pending = compile(sql`select exists (select from rostra_changes where position is null)`);
const lock = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra positions', 0))`);
const number = compile(sql`
  update rostra_changes c set position = n.position
  from (select id, nextval('rostra_positions') as position from (select id from rostra_changes where position is null order by id) w) n
  where c.id = n.id`);
