import { commit } from './commit-function';
import { record } from './record-function';
import { type DatabaseFunction, lockFunction, stateFunction, stateText, type Tracked } from './tracked';

/** The functions that compute, lock and record states. */
export const recordFunctions = (all: Tracked[]): DatabaseFunction[] => [
  ...all.flatMap((each) => [state(each), lock(each), record(each)]),
  commit(all),
];

/** Returns the state of the record in a row of the resource's table. */
const state = ({ resource, table }: Tracked): DatabaseFunction => ({
  name: stateFunction(resource.name),
  signature: '(row_id integer) returns jsonb',
  language: 'sql stable',
  body: `select ${resource.hasPrivateHistory ? '/* only its hash is stored */ ' : ''}(${stateText(resource)})::jsonb from "${table}" record where record.id = row_id`,
});

/**
 * Locks the records of marked rows, and those in the rows `parts`, until the end of the transaction, and returns the public ids of
 * the marked ones: of two transactions that change one record, the second one sees what the first one has committed.
 */
const lock = ({ resource, table, key }: Tracked): DatabaseFunction => ({
  name: lockFunction(resource.name),
  signature: '(numbers integer[], row_ids integer[], parts integer[]) returns integer[]',
  language: 'plpgsql',
  body: `
#variable_conflict use_variable
declare
  wanted integer[] := array(
    select n from unnest(numbers) n where n <> -1
    union select record."${key}" from "${table}" record where record.id = any(row_ids) and record."${key}" is not null);
begin
  perform from rostra_records r where r.resource = '${resource.name}'
    and r.number = any(wanted || array(select record."${key}" from "${table}" record where record.id = any(parts)))
    order by r.number for no key update;
  return wanted;
end`,
});
