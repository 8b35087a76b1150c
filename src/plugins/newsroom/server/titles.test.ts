import type { Resource } from '../../rostra/server/src/resource/resource';
import { useModels } from '../../rostra/server/src/sql/model';
import type { Statement } from '../../rostra/server/src/sql/sql';
import { recentChanges } from '../features/home/server/recent-changes';
import { readSummaries } from './titles';

const ATTRIBUTES = ['documentId', 'number', 'updatedAt', 'createdAt', 'firstname', 'lastname', 'username'];
const attributes = Object.fromEntries(ATTRIBUTES.map((name) => [name, { type: 'string', columnName: name }]));
const updatedBy = { type: 'relation', target: 'admin::user', joinColumn: { name: 'updated_by_id' } };

beforeAll(() => useModels((uid) => ({ uid, tableName: uid, attributes: { ...attributes, updatedBy } })));

const resourceOf = (name: string) => ({ uid: name, name, key: { attribute: 'number' } }) as Resource;
const [one, two] = [resourceOf('one'), resourceOf('two')];

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
  expect(await statementNames((run) => recentChanges([one, two], run))).toEqual(['']);
});
