import { entryOf } from '../../../../../common/maps';
import { allResources, type Referring, referrersOf } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { model, relationOf } from '../sql/model';
import { column, from, leadingTo, open, rowId, type Scope } from '../sql/scope';
import { id, parameter, type Sql, sql, text } from '../sql/sql';
import { deleteComponents } from '../store/bulk/components';
import { type Run, runOnce } from '../store/database';
import { rowsBehind } from '../store/read';
import { SHOWN } from '../store/referrers';
import { type Applying, named, refuse } from './applying';
import { addToBatch } from './batch';
import type { Change } from './plan';

/** How many records are looked at, or taken apart, at a time. */
const AT_ONCE = 1_000;

/**
 * Deletes records together, with their children. Refused when a record that stays names one of them, or belongs to one: a
 * relation to a topic. Somebody has made it, or has changed it, since.
 */
export async function removeRecords(applying: Applying, changes: Change[]): Promise<void> {
  if (changes.length === 0) return;
  const { run, refusals } = applying;
  await runOnce(
    run,
    sql`create temporary table rostra_doomed (kind text, row int, primary key (kind, row)) on commit drop`,
  );
  const byKind = new Map<Resource, Change[]>();
  for (const change of changes) entryOf(byKind, named(change.resource), () => []).push(change);
  for (const [of, asked] of byKind) {
    for (let done = 0; done < asked.length; done += AT_ONCE) {
      const numbers = asked.slice(done, done + AT_ONCE).map(({ number }) => number);
      await doom(of, await rowsBehind(of, numbers, run), run);
    }
  }
  await doomAlong(applying, changes[0] as Change);
  if (refusals.length > 0) return;
  await refuseUsed(applying, changes[0] as Change);
  if (refusals.length > 0) return;
  for (const of of allResources()) await removeDoomed(applying, of);
  await addToBatch(applying.batch, changes, run);
}

const doom = (of: Resource, rows: number[], run: Run): Promise<unknown> =>
  runOnce(
    run,
    sql`insert into rostra_doomed select ${text(of.kind)}, row from unnest(${parameter('rows')}::int[]) row on conflict do nothing`,
    { rows },
  );

/** Children go with records that go; other records that belong to them would have to be deleted first. */
async function doomAlong({ run, refusals }: Applying, first: Change): Promise<void> {
  for (const of of allResources()) {
    for (const referring of referrersOf(of.kind).filter(({ onDelete }) => onDelete === 'cascade')) {
      const { resource: owner } = referring;
      const scope = open(owner.uid);
      const belongs = sql`${leads(of, referring, scope)} and ${rowId(scope)} not in (${doomed(owner)})`;
      if (isChild(of, owner)) {
        await runOnce(
          run,
          sql`insert into rostra_doomed select ${text(owner.kind)}, ${rowId(scope)} from ${from(scope)} where ${belongs}`,
        );
        continue;
      }
      const found = await runOnce(
        run,
        sql`select ${column(scope, owner.key.attribute)} from ${from(scope)} where ${belongs} limit ${sql.lit(SHOWN)}`,
      );
      for (const [number] of found) {
        const message = `belongs to one of ${of.name} that would be deleted; delete it first`;
        const change = { ...first, resource: owner.name, number: number as number };
        refuse(refusals, change, [{ path: referring.field, code: 'INVALID_VALUE', message }]);
      }
    }
  }
}

const isChild = (of: Resource, { kind }: Resource): boolean =>
  Object.values(of.fields).some(({ children }) => children?.kind === kind);

/** Notes the records that stay and name one that would go. */
async function refuseUsed({ run, refusals }: Applying, first: Change): Promise<void> {
  for (const of of allResources()) {
    for (const referring of referrersOf(of.kind).filter(({ onDelete }) => onDelete !== 'cascade')) {
      const scope = open(referring.resource.uid);
      const used = await runOnce(
        run,
        sql`select ${column(scope, referring.resource.key.attribute)} from ${from(scope)} where ${leads(of, referring, scope)} and ${rowId(scope)} not in (${doomed(referring.resource)}) order by 1 limit ${sql.lit(SHOWN)}`,
      );
      for (const [number] of used) {
        const message = `names one of ${of.name} that would be deleted`;
        const change = { ...first, resource: referring.resource.name, number: number as number };
        refuse(refusals, change, [{ path: referring.field, code: 'INVALID_VALUE', message }]);
      }
    }
  }
}

/** SQL: the record refers to one that goes. */
function leads(of: Resource, { attributes, only }: Referring, scope: Scope): Sql {
  const isLed = sql`${rowId(scope)} in (${leadingTo(scope, attributes, doomed(of))})`;
  if (!only) return isLed;
  const other = open(of.uid);
  const number = column(other, of.key.attribute);
  return sql`${isLed} and exists (select 1 from ${from(other)} where ${rowId(other)} in (${doomed(of)}) and ${only(scope, number)})`;
}

const doomed = (of: Resource): Sql => sql`select row from rostra_doomed where kind = ${text(of.kind)}`;

async function removeDoomed({ run, touched }: Applying, of: Resource): Promise<void> {
  const rows = (await runOnce(run, doomed(of))).map(([row]) => row as number);
  if (rows.length === 0) return;
  touched.add(of);
  for (let done = 0; done < rows.length; done += AT_ONCE) {
    const some = rows.slice(done, done + AT_ONCE);
    for (const [attribute, { joinTable }] of Object.entries(model(of.uid).attributes)) {
      if (joinTable?.on) await deleteComponents(relationOf(model(of.uid), attribute), some, run);
    }
    const { tableName } = model(of.uid);
    await runOnce(run, sql`delete from ${id(tableName)} where id = any(${parameter('some')}::int[])`, { some });
  }
}
