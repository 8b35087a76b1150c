import type { Resource } from '../../resource/resource';
import { type Model, modelOf, relationOf } from '../../sql/model';
import { compile, ident, sql } from '../../sql/sql';
import { type Run, runOnce } from '../database';

/**
 * Makes PostgreSQL prefer indexes until the transaction ends. Tables grow within it; the planner does not know that yet and
 * would scan them repeatedly.
 */
export async function preferIndexes(run: Run): Promise<void> {
  await run(settings);
}

const settings = compile(
  sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'auto', true), set_config('jit', 'off', true)`,
);

/** Updates PostgreSQL's statistics on the tables of a resource, so that it plans the next reads well. */
export async function analyze(resource: Resource, run: Run): Promise<void> {
  for (const table of new Set(tablesOf(modelOf(resource.uid)))) await runOnce(run, sql`analyze ${ident(table)}`);
}

/** The tables of a model, of its links, and of its nested rows. */
function tablesOf(model: Model): string[] {
  const related = Object.entries(model.attributes).flatMap(([attribute, { joinTable }]) => {
    if (!joinTable) return [];
    const { to, isComponent } = relationOf(model, attribute);
    return [joinTable.name, ...(isComponent ? tablesOf(to) : [])];
  });
  return [model.tableName, ...related];
}
