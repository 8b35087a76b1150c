import type { Warning } from '../../../../../common/findings';
import type { Resource } from '../resource/resource';
import type { Run } from '../store/database';
import { storedFields } from '../store/stored-fields';
import { openChecks } from './checks';
import { rulesInUse } from './rules';

/** Told as the work goes on: how many records of a resource have been checked. */
export type Checked = (of: Resource, records: number) => void;

/** The integrity report: checks every stored record of the given resources, and tells each warning as it is found. */
export async function checkStored(
  resources: Resource[],
  run: Run,
  warn: (warning: Warning) => void,
  checked: Checked = () => undefined,
): Promise<void> {
  const checks = await openChecks(run, { isChecked: true });
  for (const of of resources) {
    let records = 0;
    for await (const { number, record } of storedFields(of, rulesInUse().judged[of.name] ?? [], run)) {
      for (const warning of await checks.check(of, number, record)) warn(warning);
      records += 1;
      checked(of, records);
    }
  }
  for (const warning of checks.finish()) warn(warning);
}
