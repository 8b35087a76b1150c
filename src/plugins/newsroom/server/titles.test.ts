import type { Resource } from '../../rostra/server/src/resource/resource';
import { useModels } from '../../rostra/server/src/sql/model';
import type { Statement } from '../../rostra/server/src/sql/sql';
import { recentChanges } from '../features/home/server/recent-changes';
import { readNamed } from './titles';

const ATTRIBUTES = ['documentId', 'number', 'updatedAt', 'createdAt', 'firstname', 'lastname', 'username'];
const attributes = Object.fromEntries(ATTRIBUTES.map((name) => [name, { type: 'string', columnName: name }]));
const updatedBy = { type: 'relation', target: 'admin::user', joinColumn: { name: 'updated_by_id' } };

beforeAll(() => useModels((uid) => ({ uid, tableName: uid, attributes: { ...attributes, updatedBy } })));

const resourceOf = (kind: string) => ({ uid: kind, name: kind, key: { attribute: 'number' } }) as Resource;
const [one, two] = [resourceOf('one'), resourceOf('two')];

/** The names under which PostgreSQL keeps the plans of what is run. */
async function plansOf(work: (run: (statement: Statement) => Promise<unknown[][]>) => Promise<unknown>) {
  const names: string[] = [];
  await work(async ({ name }) => {
    names.push(name);
    return [];
  });
  return names;
}

it('queries whose words depend on what is asked leave no plan behind', async () => {
  expect(await plansOf((run) => readNamed([{ of: one, number: 1 }], run))).toEqual(['']);
  expect(await plansOf((run) => recentChanges([one, two], run))).toEqual(['']);
});
