import { findResourceByUid } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Model } from '../../sql/model';
import { ident, sql } from '../../sql/sql';
import type { Catalog } from '../catalog';
import { type Run, runOnce } from '../database';
import {
  COMMIT_FUNCTION,
  type DatabaseFunction,
  historyFunctions,
  markFunction,
  PREFIXES,
  stateFunction,
  type Tracked,
  tracked,
} from './functions';
import { dependenciesOf, sourceOf } from './sources';
import { ensureHistoryTables } from './tables';

/** The trigger that records a transaction's changes at its commit. */
const COMMIT_TRIGGER = 'rostra_commit';

/** The triggers that mark records, by name: the event and the rows that count. */
const MARKS: Record<string, { event: string; rows: 'new' | 'old'; onlyLinks?: true }> = {
  rostra_mark_insert: { event: 'insert', rows: 'new' },
  rostra_mark_delete: { event: 'delete', rows: 'old' },
  rostra_mark_update: { event: 'update', rows: 'new' },
  rostra_mark_moved: { event: 'update', rows: 'old', onlyLinks: true },
};

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
  const links = new Set(
    all.flatMap(({ dependencies }) => dependencies.filter(({ isLink }) => isLink).map(({ table }) => table)),
  );
  const tables = [
    ...new Set(all.flatMap(({ table, dependencies }) => [table, ...dependencies.map((each) => each.table)])),
  ];
  const changed = await ensureFunctions(historyFunctions(all, tables), run);
  for (const table of tables)
    for (const [name, { event, rows, onlyLinks }] of Object.entries(MARKS))
      if (!catalog.has(`${table}.${name}`) && (!onlyLinks || links.has(table)))
        await runOnce(
          run,
          sql`create trigger ${ident(name)} after ${sql.raw(event)} on ${ident(table)} referencing ${sql.raw(rows)} table as changed for each statement execute function ${ident(markFunction(table))}()`,
        );
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

/** Creates or replaces functions whose body differs; returns their names. */
async function ensureFunctions(declared: DatabaseFunction[], run: Run): Promise<Set<string>> {
  const rows = await runOnce(
    run,
    sql`select proname::text, prosrc from pg_proc where pronamespace = current_schema()::regnamespace
      and (${sql.join(
        PREFIXES.map((prefix) => sql`starts_with(proname, ${sql.lit(prefix)})`),
        sql` or `,
      )})`,
  );
  const present = new Map(rows as [string, string][]);
  const changed = declared.filter(({ name, body }) => present.get(name) !== body);
  for (const { name, signature, language, body } of changed) {
    const plan = language === 'plpgsql' ? sql`set plan_cache_mode = force_generic_plan` : sql``;
    await runOnce(
      run,
      sql`create or replace function ${ident(name)}${sql.raw(signature)} language ${sql.raw(language)} ${plan} as ${sql.lit(body)}`,
    );
  }
  return new Set(changed.map(({ name }) => name));
}

/** Stores the records of resources as they are now, in a change of its own without revisions. */
async function recordAsFound(all: Tracked[], run: Run): Promise<void> {
  const [[change] = []] = await runOnce(run, sql`select nextval('rostra_change_ids')`);
  let count = 0;
  for (const { resource, table, key, shape } of all) {
    const stored = await runOnce(
      run,
      sql`insert into rostra_records as r (resource, number, state, hash, change, shape, document, created)
        select ${sql.lit(resource.name)}, f.number, ${resource.hasPrivateHistory ? sql`'{}'` : sql`f.state`}, md5(f.state::text), ${sql.lit(change)}, ${sql.lit(shape)}, f.document_id, f.created_at
        from (select record.${ident(key)} as number, ${ident(stateFunction(resource.name))}(record.id) as state, record.document_id, record.created_at at time zone 'UTC' as created_at
          from ${ident(table)} record where record.${ident(key)} is not null offset 0) f
        on conflict (resource, number) do update set state = excluded.state, hash = excluded.hash, shape = excluded.shape
        returning 1`,
    );
    count += stored.length;
  }
  if (count > 0)
    await runOnce(
      run,
      sql`insert into rostra_changes (id, kind, door, actor, tx) values (${sql.lit(change)}, 'found', 'system', '{}', pg_current_xact_id())`,
    );
}
