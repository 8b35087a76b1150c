import { useAuth } from '@strapi/admin/strapi-admin';
import { useLocation } from 'react-router-dom';
import type { AnyPanel, FilterPanel } from '../../../shared/panel';
import { panelOf } from '../../../shared/panels';
import { usableFilters } from '../shared/filters';

/** The filters of the open list, and those of them that the editor may use. */
export interface ListPanel {
  panel: AnyPanel | undefined;
  usable: Record<string, FilterPanel>;
}

/** Finds them by the page's address. */
export function useListPanel(): ListPanel {
  const { pathname } = useLocation();
  const [, uid = ''] = /\/content-manager\/collection-types\/([^/]+)\/?$/.exec(pathname) ?? [];
  const panel = panelOf(uid);
  const permissions = useAuth('ListFilters', (state) => state.permissions);
  const fields = permissions
    .filter(({ action, subject }) => action === 'plugin::content-manager.explorer.read' && subject === uid)
    .flatMap(({ properties }) => (properties?.fields ?? []) as string[]);
  // Of nested rows, permissions name every field.
  const mayRead = (name: string) => fields.some((field) => field === name || field.startsWith(`${name}.`));
  return { panel, usable: panel ? Object.fromEntries(usableFilters(panel, mayRead)) : {} };
}
