import { isDeepStrictEqual } from 'node:util';
import type { LayoutValues } from './layout-values';

/** The content manager's configuration of one content type or component. */
export interface Configuration {
  settings: Record<string, unknown>;
  metadatas: Record<string, Record<string, Record<string, unknown>>>;
  layouts: { list?: string[]; edit?: LayoutRow[] };
}

type LayoutRow = { name: string; size: number }[];

/**
 * The configuration with the wanted parts, except those that editors changed: parts which no longer are as they were
 * applied last. LayoutValues of fields that the configuration does not have are left out.
 */
export function merge(current: Configuration, wanted: LayoutValues, last: LayoutValues = {}): Configuration {
  const merged = structuredClone(current);
  for (const [path, value] of Object.entries(wanted)) {
    if (path in last && isChanged(path, current, last)) continue;
    put(merged, path.split('/'), value);
  }
  return merged;
}

function isChanged(path: string, current: Configuration, last: LayoutValues): boolean {
  const now = at(current, path.split('/'));
  const then = last[path];
  if (path === 'layouts/edit') return !isDeepStrictEqual(rowsOf(now, last), rowsOf(then, current.metadatas));
  if (path === 'layouts/list') return !isDeepStrictEqual(namesOf(now, last), namesOf(then, current.metadatas));
  return !isDeepStrictEqual(now, then);
}

/** Strapi itself adds new attributes to layouts and takes removed ones away: those are nobody's change. */
const isKnown = (known: LayoutValues | Configuration['metadatas'], name: string): boolean =>
  name in known || `metadatas/${name}/edit/label` in known;

const rowsOf = (layout: unknown, known: LayoutValues | Configuration['metadatas']): LayoutRow[] =>
  ((layout ?? []) as LayoutRow[])
    .map((row) => row.filter(({ name }) => isKnown(known, name)))
    .filter((row) => row.length > 0);

const namesOf = (list: unknown, known: LayoutValues | Configuration['metadatas']): string[] =>
  ((list ?? []) as string[]).filter((name) => isKnown(known, name));

function at(from: unknown, path: string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], from);
}

function put(into: Configuration, path: string[], value: unknown): void {
  const [root, name] = path;
  if (root === 'metadatas' && name !== undefined && !(name in into.metadatas)) return;
  const holder = at(into, path.slice(0, -1)) as Record<string, unknown> | undefined;
  const key = path.at(-1);
  if (holder && key !== undefined) holder[key] = value;
}
