import type { Json } from '../../../../../common/json';
import type { Findings } from '../../../../rostra/server/src/fields/parse-context';
import { parseParameters, type Query } from '../../../../rostra/server/src/operations/query';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import type { ChosenFilter } from '../shared/filters';

/** What records must match together: the values of filters by name. */
export type FilterValues = Record<string, Json>;

/**
 * Parses the filters of a list of the panel as the API does its own. One that is chosen twice must match twice: the first of each name are one
 * request to the API, the second ones another.
 * @param names those that may be used
 * @returns the values of each such request, and what is wrong with them
 */
export function parseFilters(
  { filters }: Pick<Resource, 'filters'>,
  names: string[],
  chosen: ChosenFilter[],
): { requests: FilterValues[]; faults: string[] } {
  const known = Object.fromEntries(names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])));
  const queries: Query[] = [];
  for (const { name, value } of chosen) {
    const query = queries.find((each) => !each.has(name)) ?? queries[queries.push(new Map()) - 1];
    query?.set(name, [typeof value === 'string' ? value : JSON.stringify(value ?? null)]);
  }
  const findings: Findings = { faults: [], ignored: [], claims: [] };
  const requests = queries.map((query) => parseParameters(known, query, findings));
  return {
    requests: requests.filter((values) => Object.keys(values).length > 0),
    faults: findings.faults.map(({ path, message }) => `${path}: ${message}`),
  };
}
