import type { Context } from 'koa';
import { panels } from '../../../../../panels';
import { addContentManagerMiddleware } from '../../../../../strapi/content-manager-routes';
import { replaceSearch } from '../../../../../strapi/search';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { modelOf, relationOf } from '../../../../rostra/server/src/sql/model';
import { ident, parameter, sql } from '../../../../rostra/server/src/sql/sql';
import { run, runOnce } from '../../../../rostra/server/src/store/database';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { type Ability, abilityOf, may } from '../../../server/permissions';
import { mayReadTitle } from '../../../server/titles';
import { panelOf } from '../../../shared/panels';
import { patternsOf } from '../shared/words';
import { boxController } from './box';
import { conditionsOf } from './conditions';

/** Schemas by uid. */
type Schemas = Record<string, { attributes: Record<string, { target?: string }> } | undefined>;

/** The most records that a picker offers for one search. */
const MAX_OFFERED = 10_000;

/**
 * Finds records as people type what they look for: all words, in any order and writing; by what they are, and by whom they name. Lists of the
 * panel look at whole records, pickers and the search box at names; all of them only at what the searcher may read.
 */
export const search: Feature = {
  routes: [panelRoute('GET', '/search', 'search.find'), panelRoute('GET', '/search/records', 'search.records')],
  controllers: { search: boxController },

  register(strapi) {
    addContentManagerMiddleware(strapi, async (ctx, next) => {
      const { model = '', targetField = '' } = ctx.params ?? {};
      const { contentTypes, components } = strapi as unknown as Record<'contentTypes' | 'components', Schemas>;
      const { target } = (contentTypes[model] ?? components[model])?.attributes[targetField] ?? {};
      if (target !== undefined) await replaceText(ctx, target);
      return next();
    });
  },
  bootstrap(strapi) {
    for (const { uid, search: relations = [] } of panels) for (const name of relations) relationOf(modelOf(uid), name);
    replaceSearch(strapi, (uid, query, columnOf) => {
      const [panel, resource] = [panelOf(uid), findResourceByUid(uid)];
      if (!panel || !resource) return undefined;
      const ctx = strapi.requestContext.get();
      const ability = ctx && (abilityOf(ctx) as Ability | undefined);
      // The service itself may read everything.
      const mayRead = (name: string) => ctx === undefined || (ability !== undefined && may(ability, 'read', uid, name));
      const nameOf = (target: string) =>
        ctx === undefined || (ability && mayReadTitle(ability, target)) ? panelOf(target)?.main : undefined;
      return conditionsOf(
        { panel, model: modelOf(uid), key: resource.key.attribute, mayRead, nameOf, columnOf },
        query,
      );
    });
  },
};

/** Replaces the text of a picker's search, which Strapi would look for as typed, by the records that it finds. One statement. */
async function replaceText(ctx: Context, target: string): Promise<void> {
  const query = ctx.request.query as Record<string, unknown>;
  const { _q: text, filters } = query;
  const name = panelOf(target)?.main;
  if (typeof text !== 'string' || name === undefined || !mayReadTitle(abilityOf(ctx), target)) return;
  const model = modelOf(target);
  const column = ident(model.attributes[name]?.columnName ?? name);
  const patterns = patternsOf(text);
  if (patterns.length === 0) return;
  const words = patterns.map((_, index) => sql`${column} ~ ${parameter(`word${index}`)}::text`);
  const found = await runOnce(
    run,
    sql`select id from ${ident(model.tableName)} where ${sql.join(words, sql` and `)} order by id limit ${sql.lit(MAX_OFFERED)}`,
    Object.fromEntries(patterns.map((pattern, index) => [`word${index}`, pattern])),
  );
  delete query._q;
  query.filters = { $and: [...(filters === undefined ? [] : [filters]), { id: { $in: found.map(([id]) => id) } }] };
}
