import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { isObject } from '../../../../../common/json';
import { addContentManagerMiddleware } from '../../../../../strapi/content-manager-routes';
import { type IdQuery, inQuery } from '../../../../../strapi/query-conditions';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { rowId, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { prepared, sql } from '../../../../rostra/server/src/sql/sql';
import { condition } from '../../../../rostra/server/src/store/selection';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { abilityOf, may } from '../../../server/permissions';
import { panelOf } from '../../../shared/panels';
import { partsOf } from '../../history/server/reader';
import { type ChosenFilter, chosenIn, usableFilters } from '../shared/filters';
import { choicesController } from './choices';
import { type FilterValues, parseFilters } from './parse';

/** What a request keeps for the document service. */
interface State {
  listFilters?: { uid: string; queries: IdQuery[] };
}

/** How the document service is asked for a list. */
const LISTS = ['findMany', 'count'];

/** Lets the lists of the panel be filtered by the filters of the API, in the same statement as Strapi's own. */
export const listFilters: Feature = {
  routes: [panelRoute('GET', '/list-filters/choices', 'list-filters.find')],
  controllers: { 'list-filters': choicesController },

  register(strapi) {
    addContentManagerMiddleware(strapi, async (ctx, next) => {
      const { model: uid = '' } = ctx.params ?? {};
      if (ctx.method === 'GET' && ctx.path.endsWith(`/collection-types/${uid}`)) {
        const queries = queriesOf(ctx, uid, takeChosen(ctx.request.query as Record<string, unknown>));
        if (queries.length > 0) (ctx.state as State).listFilters = { uid, queries };
      }
      return next();
    });
  },
  bootstrap(strapi) {
    strapi.documents.use((context, next) => {
      const { listFilters: chosen } = (strapi.requestContext.get()?.state ?? {}) as State;
      if (chosen?.uid === context.uid && LISTS.includes(context.action)) {
        const params = context.params as { filters?: unknown };
        const filters = params.filters === undefined ? [] : [params.filters];
        Object.assign(params, {
          filters: { $and: [...filters, ...chosen.queries.map((query) => inQuery(strapi, query))] },
        });
      }
      return next();
    });
  },
};

/** Takes the filters of the API out of a request's filters, which Strapi would not know. */
function takeChosen(query: Record<string, unknown>): ChosenFilter[] {
  const { filters } = query;
  if (!isObject(filters) || !Array.isArray(filters.$and)) return [];
  const chosen = filters.$and.map(chosenIn);
  query.filters = { ...filters, $and: filters.$and.filter((_, index) => !chosen[index]) };
  return chosen.flatMap((each) => each ?? []);
}

/**
 * The queries of records that match the filters: a record must be found by all of them.
 * @throws ValidationError that names every fault: also for filters by what the editor may not read
 */
function queriesOf(ctx: Context, uid: string, chosen: ChosenFilter[]): IdQuery[] {
  const [panel, resource] = [panelOf(uid), findResourceByUid(uid)];
  if (!panel || !resource || chosen.length === 0) return [];
  const ability = abilityOf(ctx);
  const mayRead = (attribute: string) => may(ability, 'read', uid, ...partsOf(uid, attribute));
  const names = usableFilters(panel, mayRead).map(([name]) => name);
  const { requests, faults } = parseFilters(resource, names, chosen);
  if (faults.length > 0) throw new errors.ValidationError(faults.join('; '));
  return requests.map((values) => idsOf(resource, values));
}

function idsOf(resource: Resource, values: FilterValues): IdQuery {
  const names = Object.keys(values).sort();
  const statement = prepared(resource, `rows ${names.join(' ')}`, () => {
    const scope = scopeOf(resource.uid);
    return sql`select ${rowId(scope)} from ${tableOf(scope)} where ${condition(resource, names, scope)}`;
  });
  return { text: statement.text, values: statement.values(values) };
}
