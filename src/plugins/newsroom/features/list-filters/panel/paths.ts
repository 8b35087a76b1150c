import type { ChosenFilter } from '../shared/filters';

const pathOf = (name: string, query: Record<string, string>): string =>
  `/newsroom/list-filters/${name}?${new URLSearchParams(query)}`;

/** The address of the names of the filters that the editor may use. */
export const usablePath = (uid: string): string => pathOf('usable', { of: uid });

/** The address of what the chosen filters of a list are. */
export const chosenPath = (uid: string, filters: ChosenFilter[]): string =>
  pathOf('chosen', { of: uid, filters: JSON.stringify(filters) });

/** The address of the records of a content type that a search finds. */
export const choicesPath = (uid: string, text: string): string => pathOf('choices', { of: uid, q: text });
