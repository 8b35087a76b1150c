import type { Context } from 'koa';
import { column, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { all, literal, type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { run, runOnce } from '../../../../rostra/server/src/store/database';
import { abilityOf } from '../../../server/permissions';
import { describeRecords } from '../../search/server/describe-records';
import { readableKinds } from '../../search/server/readable-kinds';
import type { DescribedRecord } from '../../search/shared/found';
import { patternsOf } from '../../search/shared/words';
import { MAX_CHOICES } from '../shared/filters';

/** Offers records to filter by, whose public identifiers are the values. Two statements. */
export const choicesController = {
  /**
   * Records of a content type: `?of=api::rep.rep&q=王` those that a search finds, in the order of their list; `&numbers=3,7` those with these
   * identifiers. 403 for whoever may not read their names and identifiers.
   */
  async find(ctx: Context) {
    const { of: uid, q: text = '', numbers = '' } = ctx.query;
    if (typeof text !== 'string' || typeof numbers !== 'string')
      return ctx.badRequest('q, numbers: at most one text each');
    if (!/^(\d{1,15}(,\d{1,15}){0,19})?$/.test(numbers))
      return ctx.badRequest(`numbers: at most ${MAX_CHOICES}, with commas`);
    const ability = abilityOf(ctx);
    const kinds = readableKinds(ability).filter(({ panel, hasNumbers }) => panel.uid === uid && hasNumbers);
    const [kind] = kinds;
    if (!kind) return ctx.forbidden();
    const scope = scopeOf(kind.panel.uid);
    const [title, number] = [sql`${column(scope, kind.panel.main)}::text`, column(scope, kind.resource.key.attribute)];
    const isWanted = numbers
      ? [sql`${number} = any(${numbers.split(',').map(Number)}::bigint[])`]
      : patternsOf(text).map((pattern): Sql => sql`${title} ~ ${pattern}::text`);
    const [by, direction] = kind.panel.list.sort;
    const order = sql`${column(scope, by)} ${direction === 'ASC' ? sql`asc` : sql`desc`} nulls last, ${number}`;
    const rows = await runOnce(
      run,
      sql`select ${literal(kind.panel.uid)}, ${column(scope, 'documentId')} from ${tableOf(scope)} where ${all(isWanted)} order by ${order} limit ${sql.lit(MAX_CHOICES)}`,
    );
    const references = (rows as [string, string][]).map(([of, documentId]) => ({ uid: of, documentId }));
    const answer: DescribedRecord[] = await describeRecords(references, kinds, ability, run);
    ctx.body = answer;
  },
};
