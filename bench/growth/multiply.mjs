// Enlarges a database with copies of the records that grow in a real parliament, including their nested rows.
import pg from 'pg';

/** Tables that grow, the prefix of their component tables, and how many copies correspond to one parliament (1 ×). */
const GROWING = [
  { table: 'bills', components: 'components_bill_', copies: 1 },
  { table: 'acts', components: 'components_act_title_', copies: 10 },
  { table: 'reps', components: 'components_rep_', copies: 5 },
];

/**
 * Copies records until there are `factor` times those of one parliament. A copy refers to the copies of its own turn,
 * and to the same topics, parties and terms as the original. No service may run meanwhile: triggers are off, and their
 * results are copied.
 */
export async function multiply(url, factor) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    const tables = await describe(client);
    const stride = await highestOf(client, tables);
    for (const table of tables.values()) {
      const copies = table.copies * factor - 1;
      if (copies > 0) await client.query(copyOf(table, tables, stride), [copies]);
      await moveSequences(client, table);
    }
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

/** The tables that grow, by name, with their columns and referenced tables. */
async function describe(client) {
  const tables = new Map();
  for (const { table, components, copies } of GROWING) {
    const { rows } = await client.query(
      `select c.relname::text as name, array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
        (select coalesce(json_object_agg(attname, confrelid::regclass::text), '{}') from pg_constraint
          join pg_attribute on attrelid = conrelid and attnum = conkey[1] where conrelid = c.oid and contype = 'f') as refers
      from pg_class c where relkind = 'r' and (relname = $1 or relname ~ ('^' || $1 || '_.*(lnk|cmps)$') or starts_with(relname, $2))`,
      [table, components],
    );
    for (const row of rows) tables.set(row.name, { ...row, copies });
  }
  return tables;
}

/** The highest id of all tables: the offset between the ids of consecutive copies. */
async function highestOf(client, tables) {
  const each = [...tables.keys()].map((name) => `select max(id) as id from "${name}"`);
  return (await client.query(`select max(id) as id from (${each.join(' union all ')}) highest`)).rows[0].id;
}

function copyOf({ name, columns, refers }, tables, stride) {
  const isIdentifier = (column) => ['id', 'number', 'cmp_id'].includes(column) || tables.has(refers[column]);
  const shifted = columns.map((column) => {
    if (column === 'document_id') return "left(md5(document_id || ' ' || turn), 24)";
    return isIdentifier(column) ? `"${column}" + turn * ${stride}` : `"${column}"`;
  });
  const listed = columns.map((column) => `"${column}"`).join(', ');
  return `insert into "${name}" (${listed}) select ${shifted.join(', ')} from generate_series(1, $1::int) turn cross join "${name}"`;
}

/** Moves the sequences, so that the service's next records get free ids. */
async function moveSequences(client, { name, columns }) {
  const move = (sequence, column) =>
    client.query(`select setval(${sequence}, max("${column}")) from "${name}" having count(*) > 0`);
  await move(`pg_get_serial_sequence('"${name}"', 'id')`, 'id');
  if (columns.includes('number')) await move(`'rostra_${name}_number'`, 'number');
}
