import { createHash } from 'node:crypto';
import type { Resource } from '../../resource/resource';
import type { Sql } from '../../sql/sql';
import { ident, sql } from '../../sql/sql';
import type { Catalog } from '../catalog';
import { type Run, runOnce } from '../database';
import { OWN_COLUMNS } from './sections';
import { type DatabaseFunction, holderMark, sectionMark, type Tracked, textOf } from './tracked';

/** The triggers that mark records, by name: the event and the rows that count. */
const MARKS: Record<string, { event: string; rows: 'new' | 'old'; onlyLinks?: true }> = {
  rostra_mark_insert: { event: 'insert', rows: 'new' },
  rostra_mark_delete: { event: 'delete', rows: 'old' },
  rostra_mark_update: { event: 'update', rows: 'new' },
  rostra_mark_moved: { event: 'update', rows: 'old', onlyLinks: true },
};

const TRUNCATE = 'rostra_mark_truncate';

/** Its name holds a hash of the table's, because PostgreSQL truncates names at 63 bytes. */
const markFunction = (table: string): string =>
  `rostra_mark_${createHash('sha256').update(table).digest('hex').slice(0, 12)}`;

/** The functions that note for the commit which records a statement may have changed. */
export const markFunctions = (all: Tracked[], tables: string[]): DatabaseFunction[] => [
  ...tables.map((table) => mark(table, all)),
  truncate(all, tables),
];

/**
 * Notes the records that a statement may have changed, of all resources that read the table. The first one of a
 * transaction schedules the recording at its commit.
 */
function mark(table: string, all: Tracked[]): DatabaseFunction {
  const queries = all.flatMap(({ resource, table: own, key, dependencies }) => {
    const others = dependencies
      .filter((each) => each.table === table)
      .flatMap(({ rowIds, holder, isLink, section }) => [
        `select '${sectionMark(resource, section)}'::text as resource, -1 as number, o.id as row_id from (${textOf(rowIds)}) o(id)`,
        // Components that are inserted or deleted have no other owner: that is told by their links.
        ...(holder
          ? [
              `select '${holderMark(resource, holder)}', -1, o.id from (${textOf(holder.ids)}) o(id)${isLink ? '' : ` where tg_op = 'UPDATE'`}`,
            ]
          : []),
      ]);
    return own === table
      ? [
          `select ${ownMark(resource)} as resource, changed."${key}" as number, -1 as row_id from changed where changed."${key}" is not null`,
          ...others,
        ]
      : others;
  });
  return {
    name: markFunction(table),
    signature: '() returns trigger',
    language: 'plpgsql',
    body: `
declare
  mine xid8;
begin
  -- Strapi sends many statements that change nothing.
  if not exists (select from changed) then
    return null;
  end if;
  mine := pg_current_xact_id();
  insert into rostra_marks select distinct mine, m.resource, m.number, m.row_id from (
    ${[...new Set(queries)].join('\n    union all ')}
  ) m on conflict do nothing;
  if found then
    insert into rostra_marks values (mine, '', 0, 0) on conflict do nothing;
  end if;
  return null;
end`,
  };
}

/**
 * The mark of a record whose own row is written. An update leaves its links as they are, unless it gives the identifier of one record to
 * another: numbers keep theirs.
 */
const ownMark = (resource: Resource): string =>
  resource.key.attribute === 'number'
    ? `case tg_op when 'UPDATE' then '${sectionMark(resource, OWN_COLUMNS)}' else '${resource.name}' end`
    : `'${resource.name}'::text`;

/** Marks every record that is made of rows of a truncated table. */
function truncate(all: Tracked[], tables: string[]): DatabaseFunction {
  const resources = tables.map((table) => [
    table,
    all.filter((each) => each.table === table || each.dependencies.some((on) => on.table === table)),
  ]) as [string, Tracked[]][];
  const names = Object.fromEntries(resources.map(([table, of]) => [table, of.map(({ resource }) => resource.name)]));
  return {
    name: TRUNCATE,
    signature: '() returns trigger',
    language: 'plpgsql',
    body: `
declare
  mine xid8 := pg_current_xact_id();
  names text[] := array(select jsonb_array_elements_text('${JSON.stringify(names)}'::jsonb -> tg_table_name::text));
begin
  insert into rostra_marks select mine, r.resource, r.number, -1 from rostra_records r
  where r.resource = any(names) and r.state is not null on conflict do nothing;
  if found then
    insert into rostra_marks values (mine, '', 0, 0) on conflict do nothing;
  end if;
  return null;
end`,
  };
}

/** Creates the missing triggers that mark the records of changed rows, and drops those of former declarations. */
export async function ensureMarks(all: Tracked[], tables: string[], catalog: Catalog, run: Run): Promise<void> {
  const links = new Set(
    all.flatMap(({ dependencies }) => dependencies.filter(({ isLink }) => isLink).map(({ table }) => table)),
  );
  const declared = new Map<string, Sql>();
  for (const table of tables) {
    for (const [name, { event, rows, onlyLinks }] of Object.entries(MARKS))
      if (!onlyLinks || links.has(table))
        declared.set(
          `${table}.${name}`,
          sql`create trigger ${ident(name)} after ${sql.raw(event)} on ${ident(table)} referencing ${sql.raw(rows)} table as changed for each statement execute function ${ident(markFunction(table))}()`,
        );
    declared.set(
      `${table}.${TRUNCATE}`,
      sql`create trigger ${ident(TRUNCATE)} after truncate on ${ident(table)} for each statement execute function ${ident(TRUNCATE)}()`,
    );
  }
  for (const [name, create] of declared) if (!catalog.has(name)) await runOnce(run, create);
  for (const name of catalog) {
    const [table = '', trigger = ''] = name.split('.');
    if ((trigger in MARKS || trigger === TRUNCATE) && !declared.has(name))
      await runOnce(run, sql`drop trigger ${ident(trigger)} on ${ident(table)}`);
  }
}
