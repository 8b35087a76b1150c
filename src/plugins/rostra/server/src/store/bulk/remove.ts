import { slicesOf } from '../../../../../../common/maps';
import { allResources, type ResourceReference, referrersOf } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import { modelOf, relationOf } from '../../sql/model';
import { column, rowId, type Scope, scopeOf, sourceIds, tableOf } from '../../sql/scope';
import { ident, literal, parameter, prepared, type Sql, sql } from '../../sql/sql';
import { type Call, type Run, runAll, runOnce } from '../database';
import { rowIdsOf } from '../read-many';
import { deletionOfComponents } from './components';

/** How many records one statement marks or deletes. */
const CHUNK = 1_000;

/** How many records that stay are found for each way to refer to others: all, unless memory were at risk. */
const MAX_BLOCKERS = 100_000;

/** An unmarked record that refers to one marked for deletion. */
export interface Blocker {
  resource: Resource;
  publicId: number;
  field: string;
  /** The resource of the marked record. */
  target: Resource;
}

/** Creates the table of records marked for deletion, which lasts until the transaction ends. */
export const prepareDeletion = (run: Run): Promise<unknown> =>
  runOnce(
    run,
    sql`create temporary table rostra_deletions (kind text, row int, primary key (kind, row)) on commit drop`,
  );

/** Marks records for deletion. */
export async function markForDeletion(resource: Resource, publicIds: number[], run: Run): Promise<void> {
  for (const some of slicesOf(publicIds, CHUNK)) {
    const rows = await rowIdsOf(resource, some, run);
    await runOnce(
      run,
      sql`insert into rostra_deletions select ${literal(resource.kind)}, row from unnest(${parameter('rows')}::int[]) row on conflict do nothing`,
      { rows },
    );
  }
}

/**
 * Marks the children of marked records. Returns the records of each other resource that belong to a marked one and
 * must be deleted before it.
 */
export async function markChildren(run: Run): Promise<Blocker[]> {
  const blockers: Blocker[] = [];
  for (const target of allResources()) {
    for (const referring of referrersOf(target.kind).filter(({ onDelete }) => onDelete === 'cascade')) {
      const { resource } = referring;
      if (!isChild(target, resource)) {
        blockers.push(...(await blockersOf(target, referring, run)));
        continue;
      }
      const scope = scopeOf(resource.uid);
      await runOnce(
        run,
        sql`insert into rostra_deletions select ${literal(resource.kind)}, ${rowId(scope)} from ${tableOf(scope)} where ${isBlocker(target, referring, scope)}`,
      );
    }
  }
  return blockers;
}

/** Returns the unmarked records of each resource that refer to a marked one without belonging to it. */
export async function findBlockers(run: Run): Promise<Blocker[]> {
  const blockers: Blocker[] = [];
  for (const target of allResources()) {
    for (const referring of referrersOf(target.kind).filter(({ onDelete }) => onDelete !== 'cascade'))
      blockers.push(...(await blockersOf(target, referring, run)));
  }
  return blockers;
}

/** Deletes all marked records with their nested rows; returns their resources. Calls `note` with each row before that. */
export async function deleteMarked(
  run: Run,
  note?: (resource: Resource, row: number) => Promise<void>,
): Promise<Resource[]> {
  const deleted: Resource[] = [];
  for (const resource of allResources()) {
    const rows = (await runOnce(run, marked(resource))).map(([row]) => row as number);
    if (note) for (const row of rows) await note(resource, row);
    for (const some of slicesOf(rows, CHUNK)) await runAll(deletionCalls(resource, some), run);
    if (rows.length > 0) deleted.push(resource);
  }
  return deleted;
}

/** The statements that delete rows with their components. Links go with them, by foreign keys. */
export function deletionCalls({ uid }: Resource, rows: number[]): Call[] {
  const model = modelOf(uid);
  const components = Object.entries(model.attributes).flatMap(([attribute, { joinTable }]) =>
    joinTable?.on ? deletionOfComponents(relationOf(model, attribute), rows) : [],
  );
  const query = () => sql`delete from ${ident(model.tableName)} where id = any(${parameter('rows')}::int[])`;
  return [...components, { statement: prepared(model, 'delete', query), parameters: { rows } }];
}

async function blockersOf(target: Resource, referring: ResourceReference, run: Run): Promise<Blocker[]> {
  const { resource, field } = referring;
  const scope = scopeOf(resource.uid);
  const found = await runOnce(
    run,
    sql`select ${column(scope, resource.key.attribute)} from ${tableOf(scope)} where ${isBlocker(target, referring, scope)} order by 1 limit ${sql.lit(MAX_BLOCKERS)}`,
  );
  return found.map(([publicId]) => ({ resource, publicId: publicId as number, field, target }));
}

/**
 * SQL: the scope's record is not marked and refers to a marked one. Checks `condition` against all marked records in one query:
 * one by one (`refersTo`) would take time quadratic in their number.
 */
function isBlocker(target: Resource, { resource, attributes, condition }: ResourceReference, scope: Scope): Sql {
  const refers = sql`${rowId(scope)} in (${sourceIds(scope, attributes, marked(target))})`;
  const stays = sql`${rowId(scope)} not in (${marked(resource)})`;
  if (!condition) return sql`${refers} and ${stays}`;
  const other = scopeOf(target.uid);
  const counts = condition(scope, column(other, target.key.attribute));
  return sql`${refers} and exists (select 1 from ${tableOf(other)} where ${rowId(other)} in (${marked(target)}) and ${counts}) and ${stays}`;
}

const isChild = (parent: Resource, { kind }: Resource): boolean =>
  Object.values(parent.fields).some(({ children }) => children?.kind === kind);

/** SQL: the row ids of a resource's marked records. */
const marked = ({ kind }: Resource): Sql => sql`select row from rostra_deletions where kind = ${literal(kind)}`;
