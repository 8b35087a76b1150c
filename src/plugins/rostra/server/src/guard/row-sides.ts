import type { JsonObject } from '../../../../../common/json';
import { parseContext } from '../fields/parse-context';
import { checkRules } from '../operations/record';
import type { Resource } from '../resource/resource';
import type { RowsOutcome } from './merged-rows';
import type { FormRow } from './row-pairs';

/** A list of rows with the changes of both; where both have changed the same, with the editor's own or the others'. */
export interface RowSides {
  mine: FormRow[];
  theirs: FormRow[];
}

/** A merged list of rows: what a save can go on with, the canonical rows of `mine`, and whether one has to choose because both together break a rule. */
interface ChosenSides {
  sides: RowSides;
  rows: JsonObject[];
  isBroken: boolean;
}

/**
 * What the save of a merged list can go on with. If only the merge breaks a rule, that is what either has made of the list.
 * @param merged the record with all merged lists
 * @param theirs the field's rows as others have left them, and their ids
 */
export function sidesOf(
  resource: Resource,
  { name, outcome }: { name: string; outcome: RowsOutcome },
  merged: JsonObject,
  theirs: { rows: JsonObject[]; ids: number[] },
): ChosenSides {
  const { mine, rows, apart } = outcome;
  const breaks = (some: JsonObject[]) => breaksRules(resource, { ...merged, [name]: some }, name);
  if (!breaks(rows) || breaks(apart.rows) || breaks(theirs.rows))
    return { sides: { mine, theirs: outcome.theirs ?? mine }, rows, isBroken: false };
  return { sides: { mine: apart.mine, theirs: theirs.ids.map((id) => ({ id })) }, rows: apart.rows, isBroken: true };
}

/** Whether a record breaks a rule in this field. */
function breaksRules(resource: Resource, record: JsonObject, name: string): boolean {
  const { findings } = parseContext();
  checkRules(resource, record, findings);
  return findings.faults.some(({ path }) => path.split(/[.[]/)[0] === name);
}
