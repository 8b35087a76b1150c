// The lower bound of an import: copies existing rows to the same tables of another database, in one transaction, with
// one statement per few thousand rows.
import pg from 'pg';

const CHUNK_SIZE = 5000;

/** Links refer to entries, which must exist first. */
const isLink = (table) => /_(lnk|cmps)$/.test(table);

/**
 * Copies the rows that only `from` has to `to` (addresses of databases made from the same template). Returns the
 * number of rows and the seconds spent writing, without reading.
 */
export async function copyRows({ from, to }) {
  const [source, target] = [new pg.Client(from), new pg.Client(to)];
  await Promise.all([source.connect(), target.connect()]);
  try {
    let [rows, seconds] = [0, 0];
    const timed = async (text, values) => {
      const begun = performance.now();
      const result = await target.query(text, values);
      seconds += (performance.now() - begun) / 1000;
      return result;
    };
    await timed('begin');
    const tables = await tablesOf(source);
    for (const table of tables) {
      const {
        rows: [{ last }],
      } = await target.query(`select coalesce(max(id), 0)::int as last from "${table}"`);
      for await (const { insert, columns, count } of chunks(source, table, last)) {
        await timed(insert, columns);
        rows += count;
      }
    }
    // Deferred triggers read the rows of this transaction when it ends; without statistics on them, that takes longer than all the rest.
    for (const table of tables) await timed(`analyze "${table}"`);
    await timed('commit');
    return { rows, seconds };
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
}

/** The content tables: those with an `id` that are not Strapi's own. */
async function tablesOf(client) {
  const { rows } = await client.query(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and table_name !~ '^(strapi|admin|up|files|upload|i18n|rostra)_'`,
  );
  const names = rows.map(({ name }) => name).sort();
  return [...names.filter((name) => !isLink(name)), ...names.filter(isLink)];
}

/** Yields the rows of a table after an id in chunks: a statement, and a list per column. */
async function* chunks(client, table, after) {
  const { rows: columns } = await client.query(
    'select column_name as name, udt_name as type from information_schema.columns where table_schema = $1 and table_name = $2',
    ['public', table],
  );
  const quoted = columns.map(({ name }) => `"${name}"`);
  const texts = quoted.map((name) => `${name}::text`).join(', ');
  const lists = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
  const insert = `insert into "${table}" (${quoted.join(', ')}) select * from unnest(${lists})`;
  const idColumn = columns.findIndex(({ name }) => name === 'id');
  for (let last = after; ; ) {
    const { rows } = await client.query({
      text: `select ${texts} from "${table}" t where t.id > $1 order by t.id limit ${CHUNK_SIZE}`,
      values: [last],
      rowMode: 'array',
    });
    if (rows.length === 0) return;
    yield { insert, count: rows.length, columns: columns.map((_, index) => rows.map((row) => row[index])) };
    last = Number(rows.at(-1)[idColumn]);
  }
}
