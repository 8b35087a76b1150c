import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { joinColumnOf, modelOf } from '../../../../rostra/server/src/sql/model';
import { column, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { ident, literal, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { type Run, runOnce } from '../../../../rostra/server/src/store/database';
import { dropEmptyTitle, summaryIn } from '../../../server/titles';
import type { RecentChange } from '../shared/home';

const MAX_CHANGES = 15;
const USER = 'admin::user';

type Row = [uid: string, named: string, at: Date, isNew: boolean, by: string | null];

/** Reads the most recently written records of these resources, in one unprepared statement. */
export async function recentChanges(resources: Resource[], run: Run): Promise<RecentChange[]> {
  if (resources.length === 0) return [];
  const rows = (await runOnce(run, query(resources))) as Row[];
  return rows.map(([uid, named, at, isNew, by]) => ({
    uid,
    ...dropEmptyTitle(JSON.parse(named)),
    at: at.toISOString(),
    isNew,
    ...(by && { by }),
  }));
}

function query(resources: Resource[]): Sql {
  const user = scopeOf(USER);
  const name = sql`coalesce(nullif(trim(concat_ws(' ', ${column(user, 'firstname')}, ${column(user, 'lastname')})), ''), ${column(user, 'username')})`;
  const latest = sql.join(
    resources.map((resource) => sql`select * from (${branch(resource)}) of_one`),
    sql` union all `,
  );
  return sql`select uid, named, at, is_new, ${name} from (${latest} order by at desc limit ${sql.lit(MAX_CHANGES)}) latest left join ${tableOf(user)} on ${ident(user.alias, 'id')} = latest.writer order by at desc, uid, named`;
}

/** The most recent records of one resource. */
function branch(resource: Resource): Sql {
  const scope = scopeOf(resource.uid);
  const at = column(scope, 'updatedAt');
  const writer = ident(scope.alias, joinColumnOf(modelOf(resource.uid), 'updatedBy'));
  // Strapi reads the clock twice when it creates a record.
  const isNew = sql`${at} - ${column(scope, 'createdAt')} < interval '1 second'`;
  return sql`select ${literal(resource.uid)} as uid, ${summaryIn(scope, resource)}::text as named, ${at} as at, ${isNew} as is_new, ${writer} as writer from ${tableOf(scope)} order by ${at} desc nulls last limit ${sql.lit(MAX_CHANGES)}`;
}
