import type { AnyPanel, FilterPanel } from '../../../shared/panel';

/** The parameter of a list's address that holds its filters by their names in the API: `?by[term]=9&by[st]=12`. */
export const BY = 'by';

/** The filters in an address, by name. */
export type ChosenFilters = Readonly<Record<string, string>>;

/** Those of a content type's filters that somebody may use. `mayRead` tells of an attribute of its records. */
export const usableFilters = (panel: AnyPanel, mayRead: (attribute: string) => boolean): [string, FilterPanel][] =>
  Object.entries(panel.filters ?? {}).filter(([, { reads }]) => reads.every(mayRead));
