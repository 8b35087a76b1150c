import type { StrapiApp } from '@strapi/admin/strapi-admin';
import type { MessageDescriptor } from 'react-intl';
import { failSafe } from '../fail-safe';

/** The content manager's hooks that the plugin uses, and what they pass. */
interface Hooks {
  editLayout: EditLayoutHook;
  filters: FiltersHook;
  columns: ColumnsHook;
  links: LinksHook;
}

const NAMES: Record<keyof Hooks, string> = {
  editLayout: 'Admin/CM/pages/EditView/mutate-edit-view-layout',
  filters: 'Admin/CM/pages/ListView/inject-in-filters',
  columns: 'Admin/CM/pages/ListView/inject-column-in-table',
  links: 'Admin/CM/pages/App/mutate-collection-types-links',
};

/**
 * Changes what a hook of the content manager passes; if `change` throws, it passes unchanged. Checked with Strapi 5.54.0.
 * @throws Error when Strapi has no such hook.
 */
export function addHook<Name extends keyof Hooks>(
  app: StrapiApp,
  name: Name,
  change: (value: Hooks[Name]) => Hooks[Name],
): void {
  app.registerHook(NAMES[name], failSafe(change) as never);
}

interface Attribute {
  type: string;
  component?: string;
  enum?: string[];
  [key: string]: unknown;
}

export interface EditField {
  name: string;
  type: string;
  attribute: Attribute;
  label: string;
  hint?: string;
  placeholder?: string;
  required: boolean;
  visible: boolean;
  size: number;
  mainField?: unknown;
}

export interface EditLayout {
  layout: EditField[][][];
  components: Record<string, { layout: EditField[][] }>;
  settings: { displayName?: string };
}

export interface EditLayoutHook {
  layout: EditLayout;
  query: unknown;
}

interface ListLayout {
  settings: { displayName?: string };
}

export interface Filter {
  name: string;
  type: string;
  label: string | MessageDescriptor;
  options?: { label: string; value: string }[];
  operators?: { label: string | MessageDescriptor; value: string }[];
  input?: React.ComponentType<never>;
}

export interface FiltersHook {
  displayedFilters: Filter[];
  layout: ListLayout;
}

export interface Column {
  name: string;
  label: string | MessageDescriptor;
  attribute: Attribute;
  cellFormatter?: (row: Record<string, unknown>, column: { name: string }) => React.ReactNode;
}

export interface ColumnsHook {
  displayedHeaders: Column[];
  layout: ListLayout & {
    layout: { name: string }[];
    settings: { defaultSortBy?: string; defaultSortOrder?: string; pageSize: number };
  };
}

interface ContentTypeLink {
  uid: string;
  title: string;
}

export interface LinksHook {
  ctLinks: ContentTypeLink[];
  models: unknown;
}
