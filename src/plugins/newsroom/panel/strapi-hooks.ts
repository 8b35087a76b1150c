import type { MessageDescriptor } from 'react-intl';

/** The names of the content-manager hooks that the plugin uses. The browser tests fail if Strapi renames one. */
export const HOOKS = {
  editLayout: 'Admin/CM/pages/EditView/mutate-edit-view-layout',
  filters: 'Admin/CM/pages/ListView/inject-in-filters',
  columns: 'Admin/CM/pages/ListView/inject-column-in-table',
  links: 'Admin/CM/pages/App/mutate-collection-types-links',
} as const;

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
  layout: ListLayout;
}
