import { parseContext } from '../fields/parse-context';
import { parseParameters } from '../operations/query';
import { findResource, importable } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { ExportSelection } from './export';
import { ExportError } from './export-error';

/**
 * The resources of a full export: all except those whose records are completely contained in others (the directions and
 * questions of a topic), so that nothing is exported twice.
 */
export const allExportable = (): Resource[] => importable().filter((resource) => !isContained(resource));

/**
 * Parses the names of resources and filters (`term=9`). Each filter applies to all of these resources. Errors: ExportError
 * that lists every fault.
 */
export function parseSelection(names: string[], filters: string[]): ExportSelection[] {
  const faults: string[] = [];
  const resources = [...new Set(names)].flatMap((name) => {
    const resource = findResource(name, importable());
    if (!resource)
      faults.push(
        `There is no resource "${name}". The resources are ${importable()
          .map((each) => each.name)
          .join(', ')}.`,
      );
    return resource ?? [];
  });
  const query = parseFilters(filters, faults);
  const selections = resources.map((resource) => {
    const { findings } = parseContext();
    const parsed = parseParameters(resource.filters, query, findings);
    for (const { path, message } of findings.faults)
      faults.push(`The filter "${path}" of ${resource.name} ${message}.`);
    return { resource, filters: parsed };
  });
  if (faults.length > 0) throw new ExportError(faults.join('\n'), 2);
  return selections;
}

function parseFilters(filters: string[], faults: string[]): Map<string, string[]> {
  const query = new Map<string, string[]>();
  for (const filter of filters) {
    const at = filter.indexOf('=');
    if (at < 1 || at === filter.length - 1) faults.push(`Write a filter as NAME=VALUE, not "${filter}".`);
    const name = filter.slice(0, Math.max(at, 0));
    query.set(name, [...(query.get(name) ?? []), filter.slice(at + 1)]);
  }
  return query;
}

/** Whether a field of another resource contains its records with all their fields. */
const isContained = (resource: Resource): boolean =>
  importable().some((parent) =>
    Object.values(parent.fields).some(({ children, cell }) => {
      const contained = { ...cell?.columns, [children?.parent ?? '']: undefined };
      return (
        children?.kind === resource.kind && Object.keys(resource.fields).every((name) => Object.hasOwn(contained, name))
      );
    }),
  );
