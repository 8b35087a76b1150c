import { isObject } from '../../../../../common/json';
import type { AnyPanel, FilterPanel } from '../../../shared/panel';

/** The most records that are offered to filter by. */
export const MAX_CHOICES = 20;

/** What the names of these filters begin with among Strapi's own: `filters[$and][0][by_term][$eq][id]=9`. */
const PREFIX = 'by_';

export const nameOf = (filter: string): string => `${PREFIX}${filter}`;

/**
 * A value as the list's address holds it, within an object: Strapi shows no tag for such a one, which could only show the value as it is.
 * Checked with Strapi 5.54.0.
 */
export interface HeldValue {
  id: string;
}

/** A filter by its name in the API, with its value. */
export interface ChosenFilter {
  name: string;
  value: unknown;
}

/** The filter that an entry of Strapi's list of filters holds; undefined for Strapi's own. */
export function chosenIn(entry: unknown): ChosenFilter | undefined {
  if (!isObject(entry)) return undefined;
  const [[key, operators] = ['', undefined]] = Object.entries(entry);
  if (!key.startsWith(PREFIX)) return undefined;
  const equal = isObject(operators) ? operators.$eq : undefined;
  return { name: key.slice(PREFIX.length), value: isObject(equal) ? equal.id : equal };
}

/** Those of a content type's filters that somebody may use. `mayRead` tells of an attribute of its records. */
export const usableFilters = (panel: AnyPanel, mayRead: (attribute: string) => boolean): [string, FilterPanel][] =>
  Object.entries(panel.filters ?? {}).filter(([, { reads }]) => reads.every(mayRead));
