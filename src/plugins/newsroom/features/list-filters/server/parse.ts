import { isObject, type Json } from '../../../../../common/json';
import type { Findings } from '../../../../rostra/server/src/fields/parse-context';
import { parseParameters } from '../../../../rostra/server/src/operations/query';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { BY } from '../shared/filters';

/**
 * Parses the filters of a list of the panel as the API does its own.
 * @param names those that may be used
 * @returns their values, or what is wrong with them
 */
export function parseFilters(
  resource: Pick<Resource, 'filters'>,
  names: string[],
  given: unknown,
): { values: Record<string, Json> } | { faults: string[] } {
  if (!isObject(given)) return { faults: [`${BY}: ${BY}[name]=value is expected`] };
  const known = Object.fromEntries(
    names.flatMap((name) => (resource.filters[name] ? [[name, resource.filters[name]]] : [])),
  );
  const findings: Findings = { faults: [], ignored: [], claims: [] };
  const query = new Map(Object.entries(given).map(([name, value]) => [name, [value].flat().map(String)]));
  const values = parseParameters(known, query, findings);
  if (findings.faults.length === 0) return { values };
  return { faults: findings.faults.map(({ path, message }) => `${BY}[${path}]: ${message}`) };
}
