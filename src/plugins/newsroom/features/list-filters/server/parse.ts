import type { Json } from '../../../../../common/json';
import { parseContext } from '../../../../rostra/server/src/fields/parse-context';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import type { ChosenFilter, FilterFault } from '../shared/filters';

/** What records must match together: the values of filters by name. */
export type FilterValues = Record<string, Json>;

/**
 * Parses the filters of a list of the panel as the API does its own. One that is chosen twice must match twice: the first of each name are one
 * request to the API, the second ones another.
 * @param names those that may be used
 * @returns the values of each such request, and what is wrong with each filter
 */
export function parseFilters(
  { filters }: Pick<Resource, 'filters'>,
  names: string[],
  chosen: ChosenFilter[],
): { requests: FilterValues[]; faults: (FilterFault | undefined)[] } {
  const requests: FilterValues[] = [];
  const places = chosen.map(({ name, value }) => {
    const filter = names.includes(name) ? filters[name] : undefined;
    if (!filter) return 'forbidden';
    const context = parseContext(name);
    const parsed = value === undefined ? undefined : filter.parse(value, context);
    if (parsed === undefined || context.findings.faults.length > 0) return 'invalid';
    const request = requests.find((each) => !(name in each)) ?? requests[requests.push({}) - 1];
    if (request) request[name] = parsed;
    return request;
  });
  const faults = places.map((place, index) => {
    if (typeof place === 'string') return place;
    const { needs } = filters[chosen[index]?.name ?? ''] ?? {};
    return needs === undefined || (place && needs in place) ? undefined : 'incomplete';
  });
  return { requests, faults };
}
