import type { Resource } from '../../rostra/server/src/resource/resource';
import { useModels } from '../../rostra/server/src/sql/model';
import type { Statement } from '../../rostra/server/src/sql/sql';
import { readSummaries } from './titles';

const ATTRIBUTES = ['documentId', 'number'];
const attributes = Object.fromEntries(ATTRIBUTES.map((name) => [name, { type: 'string', columnName: name }]));

beforeAll(() => useModels((uid) => ({ uid, tableName: uid, attributes })));

const resourceOf = (name: string) => ({ uid: name, name, key: { attribute: 'number' } }) as Resource;
const one = resourceOf('one');

/** Returns the names of the prepared statements that `work` runs. */
async function statementNames(work: (run: (statement: Statement) => Promise<unknown[][]>) => Promise<unknown>) {
  const names: string[] = [];
  await work(async ({ name }) => {
    names.push(name);
    return [];
  });
  return names;
}

it('runs queries whose text depends on the request without a prepared statement', async () => {
  expect(await statementNames((run) => readSummaries([{ resource: one, publicId: 1 }], run))).toEqual(['']);
});
