import { createId } from '@paralleldrive/cuid2';
import type { Draft } from '../fields/field';
import type { Json } from '../json';
import { columnOf, type Model, type Relation, relationOf } from '../sql/model';
import { all, compile, id, parameter, type Sql, sql, text } from '../sql/sql';
import type { Run } from './database';

/** A row that exists already, and what is to be written of it. */
interface RowDraft {
  row: number;
  draft: Draft;
}

/**
 * Writing many rows with one statement for each table, beside the document service: the same columns, links and
 * component rows as it writes. Who calls it has checked the input and has a transaction.
 */

/**
 * Inserts rows of a content type with the given public identifiers (null: the next one); answers identifier and row of
 * those made, in order. An identifier that somebody else has taken meanwhile is left to them.
 */
export async function insertEntries(
  of: Model,
  keys: (number | null)[],
  keyAttribute: string,
  run: Run,
): Promise<{ number: number; row: number }[]> {
  const ids = await newIds(of.tableName, keys.length, run);
  const records = keys.map((number, index) => ({ id: ids[index], document_id: createId(), number }));
  const key = id(columnOf(of, keyAttribute));
  const inserted = await exec(
    run,
    sql`insert into ${id(of.tableName)} (id, document_id, ${key}, created_at, updated_at, published_at) select r.id, r.document_id, r.number, now() at time zone 'UTC', now() at time zone 'UTC', now() at time zone 'UTC' from jsonb_to_recordset(${parameter('records')}::jsonb) as r(id int, document_id text, number int) on conflict (${key}) do nothing returning id, ${key}`,
    { records: JSON.stringify(records) },
  );
  const numbers = new Map(inserted.map(([row, number]) => [row as number, number as number]));
  return ids.flatMap((row) => {
    const number = numbers.get(row);
    return number === undefined ? [] : { row, number };
  });
}

/** Writes drafts to rows that exist: columns, links and component rows, as they are named in each draft. */
export async function writeDrafts(of: Model, drafts: RowDraft[], run: Run): Promise<void> {
  for (const group of grouped(drafts, ({ draft }) => Object.keys(draft.values).sort().join(' '))) {
    await updateColumns(of, group, run);
  }
  await writeLinks(of, drafts, run);
  for (const attribute of attributesIn(drafts, 'rows')) {
    const concerned = drafts.filter(({ draft }) => draft.rows[attribute]);
    const relation = relationOf(of, attribute);
    await deleteComponents(
      relation,
      concerned.map(({ row }) => row),
      run,
    );
    await insertComponents(
      relation,
      concerned.map(({ row, draft }) => ({ row, nested: draft.rows[attribute] ?? [] })),
      run,
    );
  }
}

async function updateColumns(of: Model, drafts: RowDraft[], run: Run): Promise<void> {
  const attributes = Object.keys(drafts[0]?.draft.values ?? {});
  const columns = attributes.map((attribute) => columnOf(of, attribute));
  const records = drafts.map(({ row, draft }) => ({ id: row, ...renamed(of, draft.values) }));
  const assigned = columns.map((name) => sql`${id(name)} = r.${id(name)}, `);
  await exec(
    run,
    sql`update ${id(of.tableName)} t set ${sql.join(assigned, sql``)}updated_at = now() at time zone 'UTC' from ${recordset(of, attributes)} where t.id = r.id`,
    { records: JSON.stringify(records) },
  );
}

async function writeLinks(of: Model, drafts: RowDraft[], run: Run): Promise<void> {
  for (const attribute of attributesIn(drafts, 'links')) {
    const relation = relationOf(of, attribute);
    const concerned = drafts.filter(({ draft }) => draft.links[attribute]);
    const links = concerned.flatMap(({ row, draft }) =>
      (draft.links[attribute] ?? []).map((target, index) => ({ s: row, t: target, o: index + 1 })),
    );
    await replaceLinks(
      relation,
      concerned.map(({ row }) => row),
      links,
      run,
    );
  }
}

interface Link {
  s: number;
  t: number;
  o: number;
}

/** Leaves exactly the given links of the source rows; those that stay keep their place on the other side. */
async function replaceLinks(
  { table, source, target, order, inverseOrder }: Relation,
  sources: number[],
  links: Link[],
  run: Run,
): Promise<void> {
  const [from, to] = [id(source), id(target)];
  const given = sql`jsonb_to_recordset(${parameter('links')}::jsonb) as u(s int, t int, o double precision)`;
  const parameters = { sources, links: JSON.stringify(links) };
  await exec(
    run,
    sql`delete from ${id(table)} l where l.${from} = any(${parameter('sources')}::int[]) and not exists (select 1 from ${given} where u.s = l.${from} and u.t = l.${to})`,
    parameters,
  );
  if (links.length === 0) return;
  const columns = [from, to, ...(order ? [id(order)] : []), ...(inverseOrder ? [id(inverseOrder)] : [])];
  const behind = inverseOrder
    ? [
        sql`coalesce((select max(x.${id(inverseOrder)}) from ${id(table)} x where x.${to} = u.t), 0) + row_number() over (partition by u.t order by u.s)`,
      ]
    : [];
  const values = [sql`u.s`, sql`u.t`, ...(order ? [sql`u.o`] : []), ...behind];
  const conflict = order ? sql`do update set ${id(order)} = excluded.${id(order)}` : sql`do nothing`;
  await exec(
    run,
    sql`insert into ${id(table)} (${sql.join(columns)}) select ${sql.join(values)} from ${given} order by u.s, u.o on conflict (${from}, ${to}) ${conflict}`,
    parameters,
  );
}

/** Deletes the component rows of the given owners, and those nested in them. */
async function deleteComponents(relation: Relation, owners: number[], run: Run): Promise<void> {
  const { to, table, source, target, on } = relation;
  const own = all([
    sql`l.${id(source)} = any(${parameter('owners')}::int[])`,
    ...Object.entries(on).map(([name, value]) => sql`l.${id(name)} = ${text(value)}`),
  ]);
  for (const [name, attribute] of Object.entries(to.attributes)) {
    if (!attribute.joinTable?.on) continue;
    const nested = await exec(run, sql`select l.${id(target)} from ${id(table)} l where ${own}`, { owners });
    await deleteComponents(
      relationOf(to, name),
      nested.map(([row]) => row as number),
      run,
    );
  }
  await exec(run, sql`delete from ${id(to.tableName)} c using ${id(table)} l where c.id = l.${id(target)} and ${own}`, {
    owners,
  });
  await exec(run, sql`delete from ${id(table)} l where ${own}`, { owners });
}

async function insertComponents(
  relation: Relation,
  owners: { row: number; nested: Draft[] }[],
  run: Run,
): Promise<void> {
  const { to, table, source, target, order, on } = relation;
  const flat = owners.flatMap(({ row, nested }) =>
    nested.map((draft, index) => ({ owner: row, place: index + 1, draft })),
  );
  if (flat.length === 0) return;
  const ids = await newIds(to.tableName, flat.length, run);
  const rows = flat.map((each, index) => ({ ...each, row: ids[index] ?? 0 }));
  const attributes = attributesIn(rows, 'values');
  const columns = attributes.map((attribute) => id(columnOf(to, attribute)));
  await exec(
    run,
    sql`insert into ${id(to.tableName)} (${sql.join([id('id'), ...columns])}) select ${sql.join([sql`r.id`, ...columns.map((name) => sql`r.${name}`)])} from ${recordset(to, attributes)}`,
    { records: JSON.stringify(rows.map(({ row, draft }) => ({ id: row, ...renamed(to, draft.values) }))) },
  );
  const fixed = Object.entries({ ...on, component_type: to.uid });
  await exec(
    run,
    sql`insert into ${id(table)} (${sql.join([id(source), id(target), id(order ?? 'order'), ...fixed.map(([name]) => id(name))])}) select r.s, r.t, r.o, ${sql.join(fixed.map(([, value]) => text(value)))} from jsonb_to_recordset(${parameter('links')}::jsonb) as r(s int, t int, o double precision)`,
    { links: JSON.stringify(rows.map(({ owner, row, place }) => ({ s: owner, t: row, o: place }))) },
  );
  await writeLinks(to, rows, run);
  for (const attribute of attributesIn(rows, 'rows')) {
    await insertComponents(
      relationOf(to, attribute),
      rows.map(({ row, draft }) => ({ row, nested: draft.rows[attribute] ?? [] })),
      run,
    );
  }
}

/** PostgreSQL types of Strapi's attribute types. */
const TYPES: Record<string, string> = {
  string: 'text',
  text: 'text',
  integer: 'int',
  boolean: 'boolean',
  datetime: 'timestamp',
  json: 'jsonb',
};

function recordset(of: Model, attributes: string[]): Sql {
  const columns = attributes.map((attribute) => {
    const type = TYPES[of.attributes[attribute]?.type ?? ''];
    if (!type) throw new Error(`${of.uid}: bulk writing does not know the type of "${attribute}"`);
    return sql`${id(columnOf(of, attribute))} ${sql.raw(type)}`;
  });
  return sql`jsonb_to_recordset(${parameter('records')}::jsonb) as r(${sql.join([sql`id int`, ...columns])})`;
}

const renamed = (of: Model, values: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(values).map(([attribute, value]) => [columnOf(of, attribute), value]));

const attributesIn = (drafts: { draft: Draft }[], part: keyof Draft): string[] => [
  ...new Set(drafts.flatMap(({ draft }) => Object.keys(draft[part]))),
];

function grouped<T>(items: T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return [...groups.values()];
}

async function newIds(table: string, count: number, run: Run): Promise<number[]> {
  const rows = await exec(
    run,
    sql`select nextval(pg_get_serial_sequence(quote_ident(${parameter('table')}), 'id'))::int from generate_series(1, ${parameter('count')}::int)`,
    { table, count },
  );
  return rows.map(([value]) => value as number);
}

/** Statements that differ with the fields they write are not kept as plans. */
const exec = (run: Run, query: Sql, parameters: Record<string, unknown> = {}): Promise<unknown[][]> =>
  run({ ...compile(query), name: '' }, parameters);
