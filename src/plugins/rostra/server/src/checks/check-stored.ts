import type { Warning } from '../../../../../common/findings';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { storedFields } from '../store/stored-fields';
import { openChecks } from './checks';
import { currentRules } from './rules';

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
