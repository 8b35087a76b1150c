import { allResources } from '../../resource/registry';
import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';

/** A deleted record, and one that says the same and that a batch has created since. */
export interface Twin {
  resource: string;
  publicId: number;
  twin: number;
  batch: number;
}

/** Finds a record that these changes deleted, and that an import has created again since under another identifier. One statement. */
export async function findTwin(changes: number[], run: Run): Promise<Twin | undefined> {
  // Rows of children have the identifiers of their own records.
  const lists = allResources().flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name]?.children));
  const [[twin] = []] = await run(twins, { changes, lists });
  return twin as Twin | undefined;
}

const twins = compile(sql`
  select json_build_object('resource', u.resource, 'publicId', u.number, 'twin', n.number, 'batch', c.batch)
  from rostra_revisions u
  join rostra_records gone on gone.resource = u.resource and gone.number = u.number and gone.state is null and gone.change = u.change
  join rostra_changes c on c.kind = 'import' and c.batch is not null and c.id > u.change
  join rostra_revisions n on n.change = c.id and n.resource = u.resource and n.action = 'create'
  join rostra_records r on r.resource = n.resource and r.number = n.number
    and r.state - ${parameter('lists')}::text[] = u.fields - ${parameter('lists')}::text[]
  where u.change = any(${parameter('changes')}::bigint[]) and u.action = 'remove' order by u.resource, u.number limit 1`);
