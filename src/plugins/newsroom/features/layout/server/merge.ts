import { isDeepStrictEqual } from 'node:util';
import type { Configuration, LayoutRow } from '../../../../../strapi/panel-layouts';
import type { LayoutValues } from './layout-values';

/**
 * Returns the configuration with the new values, except where editors changed it: where it differs from the values applied
 * last. Skips values of fields that the configuration lacks.
 */
export function merge(current: Configuration, values: LayoutValues, last: LayoutValues = {}): Configuration {
  const merged = structuredClone(current);
  for (const [path, value] of Object.entries(values)) {
    if (path in last && isChanged(path, current, last)) continue;
    setValue(merged, path.split('/'), value);
  }
  return merged;
}

function isChanged(path: string, current: Configuration, last: LayoutValues): boolean {
  const stored = valueAt(current, path.split('/'));
  const applied = last[path];
  if (path === 'layouts/edit') return !isDeepStrictEqual(rowsOf(stored, last), rowsOf(applied, current.metadatas));
  if (path === 'layouts/list') return !isDeepStrictEqual(namesOf(stored, last), namesOf(applied, current.metadatas));
  return !isDeepStrictEqual(stored, applied);
}

/** Strapi itself adds new attributes to layouts and drops removed ones, which does not count as an editor's change. */
const hasField = (fields: LayoutValues | Configuration['metadatas'], name: string): boolean =>
  name in fields || `metadatas/${name}/edit/label` in fields;

const rowsOf = (layout: unknown, fields: LayoutValues | Configuration['metadatas']): LayoutRow[] =>
  ((layout ?? []) as LayoutRow[])
    .map((row) => row.filter(({ name }) => hasField(fields, name)))
    .filter((row) => row.length > 0);

const namesOf = (list: unknown, fields: LayoutValues | Configuration['metadatas']): string[] =>
  ((list ?? []) as string[]).filter((name) => hasField(fields, name));

function valueAt(root: unknown, path: string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], root);
}

function setValue(configuration: Configuration, path: string[], value: unknown): void {
  const [root, name] = path;
  if (root === 'metadatas' && name !== undefined && !(name in configuration.metadatas)) return;
  const holder = valueAt(configuration, path.slice(0, -1)) as Record<string, unknown> | undefined;
  const key = path.at(-1);
  if (holder && key !== undefined) holder[key] = value;
}
