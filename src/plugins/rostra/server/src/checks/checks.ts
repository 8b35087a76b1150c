import type { FieldsByResource, RecordPosition, Rules, Warning } from '../../../../../common/findings';
import type { JsonObject } from '../../../../../common/json';
import { allResources } from '../resource/registry';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { storedFields } from '../store/stored-fields';

let current: Rules | undefined;

/** Sets the domain's rules; called once, before the service starts. */
export function setRules(rules: Rules): void {
  current = rules;
}

/** The domain's rules. Throws before `setRules`. */
export function currentRules(): Rules {
  if (!current) throw new Error('the rules are not set');
  return current;
}

/** Applies the domain's rules to records, one at a time. */
export interface Checks {
  /** Adds a record, in its future state, to the context that others are judged by: a term, a representative. Ignores other kinds. */
  see(resource: Resource, publicId: number, record: JsonObject): void;
  /**
   * Warnings about a record in its future state: all fields, canonical. Records must come in the order of the registry, so
   * that context precedes what it judges.
   */
  check(resource: Resource, publicId: number, record: JsonObject, at?: RecordPosition): Promise<Warning[]>;
  /** Warnings about the checked records as a whole; ends the checks. */
  finish(): Warning[];
}

/**
 * Starts checking. Reads the stored context (terms, people) at once, and the records to compare with when the first record
 * of their resource comes. With `isChecked`, every stored record is checked itself and nothing is read for comparison.
 */
export async function openChecks(run: Run, { isChecked = false } = {}): Promise<Checks> {
  const rules = currentRules();
  const opened = rules.open();
  const compared = new Set<Resource>();
  for (const resource of allResources()) {
    for await (const stored of storedRecords(rules.context, resource, run))
      opened.see({ resource: resource.name, ...stored });
  }
  const compare = async (resource: Resource): Promise<void> => {
    if (isChecked || compared.has(resource)) return;
    compared.add(resource);
    for await (const stored of storedRecords(rules.compared, resource, run))
      opened.compare({ resource: resource.name, ...stored });
  };
  const see: Checks['see'] = (resource, publicId, record) => {
    if (rules.context[resource.name]) opened.see({ resource: resource.name, number: publicId, record });
  };
  return {
    see,
    check: async (resource, publicId, record, at) => {
      await compare(resource);
      if (!isChecked) see(resource, publicId, record);
      return opened.judge({ resource: resource.name, number: publicId, record, ...(at ? { at } : {}) });
    },
    finish: opened.finish,
  };
}

async function* storedRecords(fields: FieldsByResource, resource: Resource, run: Run): ReturnType<typeof storedFields> {
  const names = fields[resource.name];
  if (names) yield* storedFields(resource, names, run);
}

/** Reports progress: how many records of a resource have been checked. */
export type CheckProgress = (resource: Resource, records: number) => void;

/** Checks every stored record of the resources and reports each warning as it is found. */
export async function checkStored(
  resources: Resource[],
  run: Run,
  warn: (warning: Warning) => void,
  report: CheckProgress = () => undefined,
): Promise<void> {
  const checks = await openChecks(run, { isChecked: true });
  for (const resource of resources) {
    let records = 0;
    for await (const { number: publicId, record } of storedFields(
      resource,
      currentRules().judged[resource.name] ?? [],
      run,
    )) {
      for (const warning of await checks.check(resource, publicId, record)) warn(warning);
      records += 1;
      report(resource, records);
    }
  }
  for (const warning of checks.finish()) warn(warning);
}
