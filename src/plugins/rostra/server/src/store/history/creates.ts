import type { Resource } from '../../resource/resource';
import { column, scopeOf, tableOf } from '../../sql/scope';
import { compile, parameter, prepared, sql } from '../../sql/sql';
import type { Run } from '../database';
import { recentOfPanelUser } from './lookups';

/** Lets requests wait for each other, by their ids, until their transactions end. One statement. */
export async function lockRequests(requests: string[], run: Run): Promise<void> {
  await run(locks, { requests });
}

/** In one order, so that two requests that name each other do not wait for ever. */
const locks = compile(sql`
  select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('rostra request ' || request, 0) as key from unnest(${parameter('requests')}::text[]) request order by key) keys`);

/** The document of the stored record that one of these requests of an account of the panel has created; undefined if there is none. One statement. */
export async function createdByRequests(
  resource: Resource,
  requests: string[],
  panelUser: number,
  run: Run,
): Promise<string | undefined> {
  const statement = prepared(resource, 'created by requests', () => {
    const scope = scopeOf(resource.uid);
    return sql`select ${column(scope, 'documentId')} from ${recentOfPanelUser} recent
      join rostra_revisions v on v.change = recent.id and v.resource = ${sql.lit(resource.name)} and v.action = 'create'
      join ${tableOf(scope)} on ${column(scope, resource.key.attribute)} = v.number
      where recent.request = any(${parameter('requests')}::text[]) limit 1`;
  });
  const [[documentId] = []] = await run(statement, { requests, panelUser });
  return documentId as string | undefined;
}
