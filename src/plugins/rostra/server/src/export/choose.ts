import { parseContext } from '../fields/parse-context';
import { parseParameters } from '../operations/query';
import { findResource, importable } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { ExportError } from './export-error';
import type { Selection } from './read';

/**
 * Everything: each resource but for those whose records stand in others as a whole (the directions and the questions of a
 * topic), so that nothing is said twice.
 */
export const everything = (): Resource[] => importable().filter((resource) => !standsInAnother(resource));

/**
 * The records that names of resources and filters (`term=9`) choose; a filter holds for every resource named. Errors:
 * ExportError that names every fault.
 */
export function choose(names: string[], filters: string[]): Selection[] {
  const faults: string[] = [];
  const resources = [...new Set(names)].flatMap((name) => {
    const found = findResource(name, importable());
    if (!found)
      faults.push(
        `There is no resource "${name}". Known are ${importable()
          .map((resource) => resource.name)
          .join(', ')}.`,
      );
    return found ?? [];
  });
  const query = queryOf(filters, faults);
  const chosen = resources.map((resource) => {
    const { findings } = parseContext();
    const parsed = parseParameters(resource.filters, query, findings);
    for (const { path, message } of findings.faults)
      faults.push(`The filter "${path}" of ${resource.name} ${message}.`);
    return { resource, filters: parsed };
  });
  if (faults.length > 0) throw new ExportError(faults.join('\n'), 2);
  return chosen;
}

function queryOf(filters: string[], faults: string[]): Map<string, string[]> {
  const query = new Map<string, string[]>();
  for (const filter of filters) {
    const at = filter.indexOf('=');
    if (at < 1 || at === filter.length - 1) faults.push(`A filter is written NAME=VALUE, not "${filter}".`);
    const name = filter.slice(0, Math.max(at, 0));
    query.set(name, [...(query.get(name) ?? []), filter.slice(at + 1)]);
  }
  return query;
}

/** Whether the fields of another resource hold all that its records have. */
const standsInAnother = (resource: Resource): boolean =>
  importable().some((parent) =>
    Object.values(parent.fields).some(({ children, cell }) => {
      const held = { ...cell?.columns, [children?.parent ?? '']: undefined };
      return (
        children?.kind === resource.kind && Object.keys(resource.fields).every((name) => Object.hasOwn(held, name))
      );
    }),
  );
