import type { Context } from 'koa';
import { addContentManagerMiddleware } from '../../../../../strapi/content-manager-routes';
import { replaceSearch } from '../../../../../strapi/search';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { modelOf } from '../../../../rostra/server/src/sql/model';
import type { Feature } from '../../../server/feature';
import { abilityOf } from '../../../server/permissions';
import { mayReadTitle } from '../../../server/titles';
import { panelOf } from '../../../shared/panels';
import { conditionsOf } from './conditions';
import { writingsOf } from './words';

/**
 * Finds records as people type what they look for: all words, in any order and writing; by what they are, and by whom they name. Lists of the
 * panel look at whole records, pickers at names.
 */
export const search: Feature = {
  register(strapi) {
    addContentManagerMiddleware(strapi, (ctx, next) => {
      const { model, targetField } = ctx.params ?? {};
      if (targetField !== undefined && model !== undefined) spellOut(ctx, nameInPicker(model, targetField));
      return next();
    });
  },
  bootstrap(strapi) {
    replaceSearch(strapi, (uid, query, columnOf) => {
      const [panel, resource] = [panelOf(uid), findResourceByUid(uid)];
      if (!panel || !resource) return undefined;
      const ctx = strapi.requestContext.get();
      const nameOf = (target: string) =>
        ctx && mayReadTitle(abilityOf(ctx), target) ? panelOf(target)?.main : undefined;
      const searched = { panel, model: modelOf(uid), key: resource.key.attribute, nameOf, columnOf };
      return conditionsOf(searched, query);
    });
  },
};

/** The attribute by which a picker shows the records of a relation. */
function nameInPicker(uid: string, relation: string): string | undefined {
  const { target } = modelOf(uid).attributes[relation] ?? {};
  return target === undefined ? undefined : panelOf(target)?.main;
}

/** Replaces the text of a search, which Strapi would look for as typed, by a filter. */
function spellOut(ctx: Context, name: string | undefined): void {
  const query = ctx.request.query as Record<string, unknown>;
  const { _q: text, filters } = query;
  if (name === undefined || typeof text !== 'string') return;
  delete query._q;
  const words = writingsOf(text).map((some) => ({ $or: some.map((each) => ({ [name]: { $containsi: each } })) }));
  query.filters = { $and: [...(filters === undefined ? [] : [filters]), ...words] };
}
