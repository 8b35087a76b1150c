import type { Resource } from '../../rostra/server/src/resource/resource';
import { column, type Scope, scopeOf, tableOf } from '../../rostra/server/src/sql/scope';
import { literal, object, parameter, type Sql, sql } from '../../rostra/server/src/sql/sql';
import { type Run, runOnce } from '../../rostra/server/src/store/database';
import type { Named } from '../features/where-used/shared/where-used';
import { panelOf } from '../shared/panels';
import { type Ability, may } from './permissions';

/** Whether somebody may see what the records of a content type are known by. */
export function mayName(ability: Ability, uid: string): boolean {
  const main = panelOf(uid)?.main;
  return may(ability, 'read', uid, ...(main ? [main] : []));
}

/** SQL: what a record is known by in the panel, as text; NULL when it has none. */
export function titleIn(scope: Scope): Sql {
  const main = panelOf(scope.model.uid)?.main;
  return main ? sql`${column(scope, main)}::text` : sql`null`;
}

/** SQL: a record as others name it. */
export const namedOf = (scope: Scope, of: Resource): Sql =>
  object({
    documentId: column(scope, 'documentId'),
    number: column(scope, of.key.attribute),
    title: titleIn(scope),
  });

/** Records by their resource and public identifier, in one statement of its own words; those that there are. */
export async function readNamed(
  asked: { of: Resource; number: number }[],
  run: Run,
): Promise<{ uid: string; named: Named }[]> {
  const resources = [...new Set(asked.map(({ of }) => of))];
  if (resources.length === 0) return [];
  const numbers = resources.map(
    (of) => [of.name, asked.filter((each) => each.of === of).map(({ number }) => number)] as const,
  );
  const query = sql`${sql.join(resources.map(branch), sql` union all `)}`;
  const rows = (await runOnce(run, query, Object.fromEntries(numbers))) as [string, string][];
  return rows.map(([uid, named]) => ({ uid, named: withoutNull(JSON.parse(named)) }));
}

function branch(of: Resource): Sql {
  const scope = scopeOf(of.uid);
  return sql`select ${literal(of.uid)}, ${namedOf(scope, of)}::text from ${tableOf(scope)} where ${column(scope, of.key.attribute)} = any(${parameter(of.name)}::int[])`;
}

/** A record that nothing names has no title. */
export const withoutNull = ({ title, ...named }: Omit<Named, 'title'> & { title: string | null }): Named =>
  title === null || title === '' ? named : { ...named, title };

/** The same without a title that somebody may not see. */
export const untitled = ({ documentId, number }: Named): Named => ({ documentId, number });
