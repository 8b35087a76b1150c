import { input } from '../fields/input';
import { parseParameters } from '../operations/query';
import { importable, resourceNamed } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { ExportError } from './export-error';
import type { Chosen } from './read';

/**
 * Everything: each resource but for those whose records stand in others as a whole (the directions and the questions of a
 * topic), so that nothing is said twice.
 */
export const everything = (): Resource[] => importable().filter((of) => !standsInAnother(of));

/**
 * The records that names of resources and filters (`term=9`) choose; a filter holds for every resource named. Errors:
 * ExportError that names every fault.
 */
export function choose(names: string[], filters: string[]): Chosen[] {
  const faults: string[] = [];
  const resources = [...new Set(names)].flatMap((name) => {
    const found = resourceNamed(name, importable());
    if (!found)
      faults.push(
        `There is no resource "${name}". Known are ${importable()
          .map((of) => of.name)
          .join(', ')}.`,
      );
    return found ?? [];
  });
  const query = queryOf(filters, faults);
  const chosen = resources.map((of) => {
    const { findings } = input();
    const parsed = parseParameters(of.filters, query, findings);
    for (const { path, message } of findings.faults) faults.push(`The filter "${path}" of ${of.name} ${message}.`);
    return { of, filters: parsed };
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
const standsInAnother = (of: Resource): boolean =>
  importable().some((parent) =>
    Object.values(parent.fields).some(({ children, cell }) => {
      const held = { ...cell?.columns, [children?.parent ?? '']: undefined };
      return children?.kind === of.kind && Object.keys(of.fields).every((name) => Object.hasOwn(held, name));
    }),
  );
