import type { Resource } from '../resource/resource';
import { type Model, model, relationOf } from '../sql/model';
import { id, sql } from '../sql/sql';
import { type Run, runOnce } from './database';

/** Tells PostgreSQL how the tables of a resource have grown, so that it plans the next reads well. */
export async function analyze(of: Resource, run: Run): Promise<void> {
  for (const table of new Set(tablesOf(model(of.uid)))) await runOnce(run, sql`analyze ${id(table)}`);
}

/** The tables of a model, of its links, and of its nested rows. */
function tablesOf(of: Model): string[] {
  const related = Object.entries(of.attributes).flatMap(([attribute, { joinTable }]) => {
    if (!joinTable) return [];
    const { to, isComponent } = relationOf(of, attribute);
    return [joinTable.name, ...(isComponent ? tablesOf(to) : [])];
  });
  return [of.tableName, ...related];
}
