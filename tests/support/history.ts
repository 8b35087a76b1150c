import type { Client } from 'pg';
import type { Run } from '../../src/plugins/rostra/server/src/store/database';
import { statesAt } from '../../src/plugins/rostra/server/src/store/history/states';
import { sql } from './client';
import { content } from './content';

export type State = Record<string, unknown>;

/** The revisions of a record, the first one first, with their changes. */
export const revisionsOf = (resource: string, number: number): Promise<State[]> =>
  sql(
    `select r.change::int, r.action, r.fields, r.hash, c.kind, c.door, c.actor from rostra_revisions r join rostra_changes c on c.id = r.change
     where r.resource = $1 and r.number = $2 order by r.change`,
    [resource, number],
  );

/** The recorded state of a record; null if there is none. */
export const stateOf = async (resource: string, number: number): Promise<State | null> =>
  ((await sql('select state from rostra_records where resource = $1 and number = $2', [resource, number]))[0]?.state ??
    null) as State | null;

/** What history knows of a record. */
export const recordOf = async (resource: string, number: number): Promise<State | undefined> =>
  (
    await sql('select state, hash, shape, change::int from rostra_records where resource = $1 and number = $2', [
      resource,
      number,
    ])
  )[0];

/** Whether a state says the same as an answer, which also shows what follows from other records. */
export function expectSame(state: unknown, answer: unknown, path = ''): void {
  if (Array.isArray(state)) {
    expect([path, (answer as unknown[]).length]).toEqual([path, state.length]);
    for (const [index, item] of state.entries()) expectSame(item, (answer as unknown[])[index], `${path}[${index}]`);
  } else if (state !== null && typeof state === 'object')
    for (const [name, value] of Object.entries(state)) expectSame(value, (answer as State)[name], `${path}.${name}`);
  else expect([path, typeof state === 'number' ? idIn(answer) : answer]).toEqual([path, state]);
}

/** The identifier of a record that an answer shows whole. */
const idIn = (answer: unknown): unknown => (answer as { id?: number } | null)?.id ?? answer;

/** Runs the service's statements on a connection of the test. */
export const runOn =
  (client: Client): Run =>
  async ({ text, values }, parameters = {}) =>
    (await client.query({ text, values: values(parameters), rowMode: 'array' })).rows;

/** Walks each record back to each of its changes after one, and compares the hash that was recorded then. Returns the number of comparisons. */
export async function expectWalks(client: Client, since: number): Promise<number> {
  const { rows } = await client.query(
    `select resource, change::int, json_object_agg(number, hash) as hashes from rostra_revisions
     where (hash is not null or action = 'remove') and change > $1 group by resource, change`,
    [since],
  );
  let count = 0;
  for (const { resource, change, hashes } of rows as { resource: string; change: number; hashes: State }[]) {
    const numbers = Object.keys(hashes).map(Number);
    const states = await statesAt(resource, numbers, { after: change }, runOn(client));
    const texts = numbers.map((number) => JSON.stringify(states.get(number)));
    const { rows: found } = await client.query(
      `select json_object_agg(number, case when state <> 'null' then md5(state::text) end) as hashes
       from unnest($1::int[], $2::jsonb[]) as w(number, state)`,
      [numbers, texts],
    );
    expect([resource, change, found[0].hashes]).toEqual([resource, change, hashes]);
    count += numbers.length;
  }
  return count;
}

/** Computes the state of every record, and compares what history holds. */
export async function expectNoDrift(): Promise<void> {
  const { code, out, err } = await content(['check', '--json', '--all']);
  // 1: there are other warnings.
  expect([[0, 1].includes(code ?? -1), err]).toEqual([true, '']);
  expect(out.split('\n').filter((line) => line.includes('"DRIFT"'))).toEqual([]);
}
