import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';

/** A command that takes back what a batch did: `undo` an import, or `redo` one that was undone. */
export interface WayBack {
  command: 'undo' | 'redo';
  /** The number of the import. */
  batch: number;
}

/** The commands that take back what batches did, the latest batch first, each once. One statement, none without batches. */
export async function waysBack(batches: number[], run: Run): Promise<WayBack[]> {
  if (batches.length === 0) return [];
  const found = (await run(ways, { batches })).map(([command, batch]) => ({ command, batch }) as WayBack);
  return found.filter(
    ({ command, batch }, index) =>
      found.findIndex((each) => each.command === command && each.batch === batch) === index,
  );
}

const ways = compile(sql`
  select case kind when 'undo' then 'redo' else 'undo' end, coalesce(undoes, redoes, number)
  from rostra_batches where number = any(${parameter('batches')}::int[]) order by number desc`);
