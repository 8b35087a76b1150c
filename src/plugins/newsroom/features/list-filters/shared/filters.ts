import { isObject } from '../../../../../common/json';
import type { AnyPanel, FilterPanel } from '../../../shared/panel';
import type { DescribedRecord } from '../../search/shared/found';

/** The most records that are offered to filter by. */
export const MAX_CHOICES = 20;

/** What the names of these filters begin with among Strapi's own: `filters[$and][0][by_term][$eq][term]=9`. */
const PREFIX = 'by_';

export const nameOf = (filter: string): string => `${PREFIX}${filter}`;

/**
 * A value as the list's address holds it, by its filter: in Strapi's dialog it would still be there once another filter is chosen. Strapi shows no tag
 * for an object, which could only show the value as it is. Checked with Strapi 5.54.0.
 */
export type HeldValue = Record<string, string>;

/** A filter by its name in the API, with its value; without one that is not understood. */
export interface ChosenFilter {
  name: string;
  value?: string;
}

/** What keeps a filter from being used: it is not one that the reader may use, its value is none, or another filter has to come with it. */
export type FilterFault = 'forbidden' | 'invalid' | 'incomplete';

/** A chosen filter, with the record that its value names. */
export interface DescribedFilter extends ChosenFilter {
  fault?: FilterFault;
  record?: DescribedRecord;
}

/** The filter that an entry of Strapi's list of filters holds; undefined for Strapi's own. */
export function chosenIn(entry: unknown): ChosenFilter | undefined {
  if (!isObject(entry)) return undefined;
  const key = Object.keys(entry).find((each) => each.startsWith(PREFIX));
  if (key === undefined) return undefined;
  const name = key.slice(PREFIX.length);
  const operators = onlyOf(entry, key);
  const held = onlyOf(operators, '$eq');
  const value = typeof held === 'string' ? held : onlyOf(held, name);
  return { name, ...(typeof value === 'string' && value !== '' && { value }) };
}

/** What an object holds by this key, if it has no other. */
const onlyOf = (value: unknown, key: string): unknown =>
  isObject(value) && Object.keys(value).length === 1 ? value[key] : undefined;

/** The filters of a content type that somebody may use. `mayRead` tells of an attribute of a content type. */
export const usableFilters = (
  { uid, filters = {} }: AnyPanel,
  mayRead: (uid: string, attribute: string) => boolean,
): [string, FilterPanel][] =>
  Object.entries(filters).filter(([, { reads, readsOf = {} }]) =>
    Object.entries<readonly string[]>({ [uid]: reads, ...readsOf }).every(([of, names]) =>
      names.every((name) => mayRead(of, name)),
    ),
  );
