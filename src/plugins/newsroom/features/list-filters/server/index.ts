import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { Json } from '../../../../../common/json';
import { addContentManagerMiddleware } from '../../../../../strapi/content-manager-routes';
import { type IdQuery, inQuery } from '../../../../../strapi/query-conditions';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { rowId, scopeOf, tableOf } from '../../../../rostra/server/src/sql/scope';
import { prepared, sql } from '../../../../rostra/server/src/sql/sql';
import { condition } from '../../../../rostra/server/src/store/selection';
import type { Feature } from '../../../server/feature';
import { abilityOf, may } from '../../../server/permissions';
import { panelOf } from '../../../shared/panels';
import { BY, usableFilters } from '../shared/filters';
import { parseFilters } from './parse';

/** What a request keeps for the document service. */
interface State {
  listFilters?: { uid: string; query: IdQuery };
}

/** How the document service is asked for a list. */
const LISTS = ['findMany', 'count'];

/** Lets the lists of the panel be filtered by the filters of the API, in the same statement as Strapi's own. */
export const listFilters: Feature = {
  register(strapi) {
    addContentManagerMiddleware(strapi, async (ctx, next) => {
      const { model: uid = '' } = ctx.params ?? {};
      const { [BY]: given } = ctx.query as Record<string, unknown>;
      const isList = ctx.method === 'GET' && ctx.path.endsWith(`/collection-types/${uid}`);
      const query = isList && given !== undefined ? queryOf(ctx, uid, given) : undefined;
      if (query) (ctx.state as State).listFilters = { uid, query };
      return next();
    });
  },
  bootstrap(strapi) {
    strapi.documents.use((context, next) => {
      const { listFilters: chosen } = (strapi.requestContext.get()?.state ?? {}) as State;
      if (chosen?.uid === context.uid && LISTS.includes(context.action)) {
        const params = context.params as { filters?: unknown };
        const filters = params.filters === undefined ? [] : [params.filters];
        Object.assign(params, { filters: { $and: [...filters, inQuery(strapi, chosen.query)] } });
      }
      return next();
    });
  },
};

/**
 * The query of the records that match the filters of a request; undefined where none is chosen.
 * @throws ValidationError that names every fault: also for filters by what the editor may not read
 */
function queryOf(ctx: Context, uid: string, given: unknown): IdQuery | undefined {
  const [panel, resource] = [panelOf(uid), findResourceByUid(uid)];
  if (!panel || !resource) return undefined;
  const ability = abilityOf(ctx);
  const names = usableFilters(panel, (name) => may(ability, 'read', uid, name)).map(([name]) => name);
  const parsed = parseFilters(resource, names, given);
  if ('faults' in parsed) throw new errors.ValidationError(parsed.faults.join('; '));
  return Object.keys(parsed.values).length === 0 ? undefined : idsOf(resource, parsed.values);
}

function idsOf(resource: Resource, values: Record<string, Json>): IdQuery {
  const names = Object.keys(values).sort();
  const statement = prepared(resource, `rows ${names.join(' ')}`, () => {
    const scope = scopeOf(resource.uid);
    return sql`select ${rowId(scope)} from ${tableOf(scope)} where ${condition(resource, names, scope)}`;
  });
  return { text: statement.text, values: statement.values(values) };
}
