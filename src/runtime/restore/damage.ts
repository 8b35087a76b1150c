import type { Client } from 'pg';
import { withClient } from '../pg-client';

/** A table or an index. */
interface Relation {
  name: string;
  oid: number;
  kind: 'index' | 'table';
}

/**
 * Reads every table of a database, and compares it with its indexes. Changes nothing.
 * @returns what is damaged, with the names of tables and indexes
 */
export const damageIn = (url: string): Promise<string[]> =>
  withClient({ connectionString: url }, async (client) => {
    await client.query('begin');
    try {
      // Until the end of the transaction only.
      await client.query('create extension if not exists amcheck');
      const { rows } = await client.query<Relation>(RELATIONS);
      const damage: string[] = [];
      for (const relation of rows) {
        const fault = await faultOf(client, relation);
        if (fault !== undefined) damage.push(`${relation.kind} ${relation.name}: ${fault}`);
      }
      return damage;
    } finally {
      await client.query('rollback').catch(() => undefined);
    }
  });

async function faultOf(client: Client, { oid, kind }: Relation): Promise<string | undefined> {
  await client.query('savepoint relation');
  try {
    const { rows } = await client.query(CHECKS[kind], [oid]);
    await client.query('release savepoint relation');
    return rows[0]?.msg ?? undefined;
  } catch (error) {
    await client.query('rollback to savepoint relation');
    return (error as Error).message;
  }
}

/** Tables with their long values before indexes: an index of a damaged table cannot be compared. */
const RELATIONS = `select c.oid::int, c.oid::regclass::text as name, case when c.relkind = 'i' then 'index' else 'table' end as kind
  from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_am a on a.oid = c.relam
  where c.relpersistence = 'p' and (c.relkind in ('r', 'm') or c.relkind = 'i' and a.amname = 'btree' and i.indisvalid)
  order by c.relkind = 'i', name`;

const CHECKS = {
  table: 'select msg from verify_heapam($1::oid::regclass, on_error_stop => true, check_toast => true) limit 1',
  index: 'select null as msg, bt_index_check($1::oid::regclass, heapallindexed => true)',
};
