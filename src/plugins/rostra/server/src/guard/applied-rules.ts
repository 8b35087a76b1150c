import type { JsonObject } from '../../../../../common/json';
import { parseContext } from '../fields/parse-context';
import type { Resource, Rule } from '../resource/resource';
import { keyOf } from './contested-items';

/** What is known of a resource whose rules are applied. */
export type Declared = Pick<Resource, 'fields' | 'rules'>;

/** Whether a record keeps all rules between its fields. */
export const keepsAllRules = ({ rules }: Declared, record: JsonObject): boolean =>
  rules.every((rule) => keepsRule(rule, record));

/** What a rule reads of a record, and the paths where it is broken. */
function applyRule(rule: Rule, record: JsonObject): { fields: string[]; faults: string[] } {
  const read = new Set<string>();
  const context = parseContext();
  const watched = new Proxy(record, {
    get: (target, name) => {
      read.add(String(name));
      return Reflect.get(target, name);
    },
  });
  rule(watched, context);
  return { fields: [...read], faults: context.findings.faults.map(({ path }) => path) };
}

/** Whether a record keeps a rule. */
export const keepsRule = (rule: Rule, record: JsonObject): boolean => applyRule(rule, record).faults.length === 0;

/** The fields that a rule reads of one of these records. */
export const fieldsRead = (rule: Rule, records: JsonObject[]): string[] => [
  ...new Set(records.flatMap((record) => applyRule(rule, record).fields)),
];

/** The keys of the records that the values refer to which break rules. */
export function contestedIn({ fields }: Declared, rules: Rule[], record: JsonObject): string[] {
  const paths = new Set(rules.flatMap((rule) => applyRule(rule, record).faults));
  if (paths.size === 0) return [];
  return Object.entries(fields)
    .flatMap(([name, field]) => (record[name] == null ? [] : (field.references?.(record[name], name, record) ?? [])))
    .filter(({ path }) => paths.has(path))
    .map(keyOf);
}
