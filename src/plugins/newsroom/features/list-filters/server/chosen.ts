import type { Context } from 'koa';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { abilityOf, may } from '../../../server/permissions';
import { panelOf } from '../../../shared/panels';
import { partsOf } from '../../history/server/reader';
import { type ChosenFilter, type FilterFault, usableFilters } from '../shared/filters';
import { type FilterValues, parseFilters } from './parse';

/** The filters of a request, read with the rights of whoever sends it. */
export interface ReadFilters {
  resource: Resource;
  requests: FilterValues[];
  faults: (FilterFault | undefined)[];
}

/** The names of the filters of a content type's list that somebody may use. */
export function usableNames(ctx: Context, uid: string): string[] {
  const panel = panelOf(uid);
  if (!panel) return [];
  const ability = abilityOf(ctx);
  const mayRead = (of: string, attribute: string) => {
    const parts = partsOf(of, attribute);
    return parts.length > 0 && may(ability, 'read', of, ...parts);
  };
  return usableFilters(panel, mayRead).map(([name]) => name);
}

/** Reads filters of a content type's list; undefined for one that has no filters of ours. */
export function readFilters(ctx: Context, uid: string, chosen: ChosenFilter[]): ReadFilters | undefined {
  const resource = findResourceByUid(uid);
  return resource && { resource, ...parseFilters(resource, usableNames(ctx, uid), chosen) };
}
