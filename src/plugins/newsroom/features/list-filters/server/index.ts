import type { Context } from 'koa';
import { isObject } from '../../../../../common/json';
import { addContentManagerMiddleware } from '../../../../../strapi/content-manager-routes';
import { type IdQuery, inQuery } from '../../../../../strapi/query-conditions';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { rowId, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { prepared, sql } from '../../../../rostra/server/src/sql/sql';
import { condition } from '../../../../rostra/server/src/store/selection';
import type { Feature } from '../../../server/feature';
import { panelRoute } from '../../../server/panel-route';
import { type ChosenFilter, chosenIn } from '../shared/filters';
import { readFilters } from './chosen';
import { filtersController } from './controller';
import type { FilterValues } from './parse';

/** What a request keeps for the document service. */
interface State {
  listFilters?: { uid: string; queries: IdQuery[] };
}

/** The route of the content manager that answers a list. Checked with Strapi 5.54.0. */
const LIST = '/collection-types/:model';

/** How the document service is asked for a list. */
const CALLS = ['findMany', 'count'];

/** A list with a filter that cannot be used is empty: its tag says why. An error would leave nothing to remove the filter with. */
const NOTHING: IdQuery = { text: 'select 0 where false', values: [] };

/** Lets the lists of the panel be filtered by the filters of the API, in the same statement as Strapi's own. */
export const listFilters: Feature = {
  routes: [
    panelRoute('GET', '/list-filters/usable', 'list-filters.usable'),
    panelRoute('GET', '/list-filters/chosen', 'list-filters.chosen'),
    panelRoute('GET', '/list-filters/choices', 'list-filters.choices'),
  ],
  controllers: { 'list-filters': filtersController },

  register(strapi) {
    addContentManagerMiddleware(strapi, async (ctx, next) => {
      const { model: uid = '' } = ctx.params ?? {};
      const { route } = ctx.state as { route?: { method?: string; path?: string } };
      if (route?.method === 'GET' && route.path === LIST) {
        const queries = queriesOf(ctx, uid, takeChosen(ctx.request.query as Record<string, unknown>));
        if (queries.length > 0) (ctx.state as State).listFilters = { uid, queries };
      }
      return next();
    });
  },
  bootstrap(strapi) {
    strapi.documents.use((context, next) => {
      const { listFilters: chosen } = (strapi.requestContext.get()?.state ?? {}) as State;
      if (chosen?.uid === context.uid && CALLS.includes(context.action)) {
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

/** The queries of the records that match the filters: a record must be found by all of them. */
function queriesOf(ctx: Context, uid: string, chosen: ChosenFilter[]): IdQuery[] {
  const read = chosen.length > 0 ? readFilters(ctx, uid, chosen) : undefined;
  if (!read) return [];
  if (read.faults.some((fault) => fault !== undefined)) return [NOTHING];
  return read.requests.map((values) => idsOf(read.resource, values));
}

function idsOf(resource: Resource, values: FilterValues): IdQuery {
  const names = Object.keys(values).sort();
  const statement = prepared(resource, `rows ${names.join(' ')}`, () => {
    const scope = scopeOf(resource.uid);
    return sql`select ${rowId(scope)} from ${tableOf(scope)} where ${condition(resource, names, scope)}`;
  });
  return { text: statement.text, values: statement.values(values) };
}
