import type { FieldsByResource, RecordPosition, Warning } from '../../../../../common/findings';
import type { JsonObject } from '../../../../../common/json';
import { allResources } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { storedFields } from '../store/stored-fields';
import { rulesInUse } from './rules';

/** The domain's rules at work on records that come one by one. */
export interface Checks {
  /** Takes a record that others are judged by, as it will be: a term, a representative; others are left alone. */
  see(of: Resource, number: number, record: JsonObject): void;
  /**
   * What is odd about a record, given as it will be: all fields, canonical. In the order of the registry it is seen
   * before those that are judged by it.
   */
  check(of: Resource, number: number, record: JsonObject, at?: RecordPosition): Promise<Warning[]>;
  /** What is odd about the checked records together; ends the checks. */
  finish(): Warning[];
}

/**
 * Begins to check. What is stored of the context (terms, people) is read at once; what checked records are compared with
 * is read when the first of their resource comes, unless every record that is stored `isChecked` itself.
 */
export async function openChecks(run: Run, { isChecked = false } = {}): Promise<Checks> {
  const rules = rulesInUse();
  const opened = rules.open();
  const compared = new Set<Resource>();
  for (const of of allResources()) {
    for await (const stored of fieldsOf(rules.context, of, run)) opened.see({ resource: of.name, ...stored });
  }
  const compare = async (of: Resource): Promise<void> => {
    if (isChecked || compared.has(of)) return;
    compared.add(of);
    for await (const stored of fieldsOf(rules.compared, of, run)) opened.compare({ resource: of.name, ...stored });
  };
  const see: Checks['see'] = (of, number, record) => {
    if (rules.context[of.name]) opened.see({ resource: of.name, number, record });
  };
  return {
    see,
    check: async (of, number, record, at) => {
      await compare(of);
      if (!isChecked) see(of, number, record);
      return opened.judge({ resource: of.name, number, record, ...(at ? { at } : {}) });
    },
    finish: opened.finish,
  };
}

async function* fieldsOf(fields: FieldsByResource, of: Resource, run: Run): ReturnType<typeof storedFields> {
  const names = fields[of.name];
  if (names) yield* storedFields(of, names, run);
}
