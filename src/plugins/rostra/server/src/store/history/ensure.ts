import { findResourceByUid } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Model } from '../../sql/model';
import { ident, sql } from '../../sql/sql';
import type { Catalog } from '../catalog';
import { type Run, runOnce } from '../database';
import { dropFormerFunctions, ensureFunctions } from './database-functions';
import { recordFunctions } from './functions';
import { ensureMarks, markFunctions } from './marks';
import { dependenciesOf, sourceOf } from './sources';
import { ensureHistoryTables } from './tables';
import { COMMIT_FUNCTION, stateFunction, type Tracked, tracked } from './tracked';

/** The trigger that records a transaction's changes at its commit. */
const COMMIT_TRIGGER = 'rostra_commit';

/**
 * Creates the tables, functions and triggers that record every change of every record at the commit, whoever writes, and
 * brings them in line with the declarations. Records whose resource is new to history, or has a new form, are stored as
 * found, without a revision. Can run at every start.
 */
export async function ensureHistory(resources: Resource[], catalog: Catalog, run: Run): Promise<void> {
  await ensureHistoryTables(catalog, run);
  const all = inLockOrder(resources).map((resource) =>
    tracked(resource, dependenciesOf(sourceOf(resource), isIdentifier)),
  );
  const tables = [
    ...new Set(all.flatMap(({ table, dependencies }) => [table, ...dependencies.map((each) => each.table)])),
  ];
  const declared = [...recordFunctions(all), ...markFunctions(all, tables)];
  const changed = await ensureFunctions(declared, run);
  await ensureMarks(all, tables, catalog, run);
  await dropFormerFunctions(declared, run);
  if (!catalog.has(`rostra_marks.${COMMIT_TRIGGER}`))
    await runOnce(
      run,
      sql`create constraint trigger ${ident(COMMIT_TRIGGER)} after insert on rostra_marks deferrable initially deferred for each row when (new.resource = '') execute function ${ident(COMMIT_FUNCTION)}()`,
    );
  const found = all.filter(({ resource }) => changed.has(stateFunction(resource.name)));
  if (found.length > 0) await recordAsFound(found, run);
}

/** Children before their parents, then by name: the order in which a commit locks records. */
function inLockOrder(resources: Resource[]): Resource[] {
  const children = new Set(
    resources.flatMap(({ fields }) => Object.values(fields).map(({ children }) => children?.kind)),
  );
  return [...resources].sort(
    (a, b) => Number(children.has(b.kind)) - Number(children.has(a.kind)) || (a.name < b.name ? -1 : 1),
  );
}

/** Whether an attribute is the public identifier of its model's resource. */
const isIdentifier = (model: Model, attribute: string): boolean =>
  findResourceByUid(model.uid)?.key.attribute === attribute;

/**
 * Stores the records of resources as they are now, in a change of its own without revisions. Records that history knows keep
 * their last change. Waits for writers of other processes, and they wait for this start, so that nothing is stored over their changes.
 */
async function recordAsFound(all: Tracked[], run: Run): Promise<void> {
  await runOnce(run, sql`lock table rostra_marks in share row exclusive mode`);
  const [[change] = []] = await runOnce(run, sql`select nextval('rostra_change_ids')`);
  let count = 0;
  for (const { resource, table, key, shape } of all) {
    const stored = await runOnce(
      run,
      sql`insert into rostra_records as r (resource, number, state, hash, change, found, shape, document, created)
        select ${sql.lit(resource.name)}, f.number, ${resource.hasPrivateHistory ? sql`'{}'` : sql`f.state`}, md5(f.state::text), ${sql.lit(change)}, ${sql.lit(change)}, ${sql.lit(shape)}, f.document_id, f.created_at
        from (select record.${ident(key)} as number, ${ident(stateFunction(resource.name))}(record.id) as state, record.document_id, record.created_at at time zone 'UTC' as created_at
          from ${ident(table)} record where record.${ident(key)} is not null offset 0) f
        on conflict (resource, number) do update set state = excluded.state, hash = excluded.hash, shape = excluded.shape
        where r.hash is distinct from excluded.hash or r.shape <> excluded.shape
        returning 1`,
    );
    count += stored.length;
    // Values recorded before the resource was declared private.
    if (resource.hasPrivateHistory)
      await runOnce(
        run,
        sql`update rostra_revisions set fields = null, hash = null where resource = ${sql.lit(resource.name)} and (fields is not null or hash is not null)`,
      );
  }
  if (count > 0)
    await runOnce(
      run,
      sql`insert into rostra_changes (id, kind, door, actor, tx) values (${sql.lit(change)}, 'found', 'system', '{}', pg_current_xact_id())`,
    );
}
