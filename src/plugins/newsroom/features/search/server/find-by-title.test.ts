import { panels } from '../../../../../panels';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { useModels } from '../../../../rostra/server/src/sql/model';
import type { Statement } from '../../../../rostra/server/src/sql/sql';
import { RANK } from '../shared/rank';
import { findByTitle } from './find-by-title';

const kinds = ['api::tag.tag', 'api::bill.bill', 'api::rep.rep'].flatMap((uid) => {
  const panel = panels.find((each) => each.uid === uid);
  return panel ? [{ panel, resource: { uid, key: { attribute: 'number' } } as Resource, hasNumbers: true }] : [];
});
const inOrder = [...kinds].sort((a, b) => panels.indexOf(a.panel) - panels.indexOf(b.panel));

beforeAll(() => {
  const names = ['documentId', 'number', 'name', 'record_title'];
  const attributes = Object.fromEntries(names.map((name) => [name, { type: 'string', columnName: name }]));
  useModels((uid) => ({ uid, tableName: uid, attributes }));
});

/** Finds with a database that answers these rows. */
async function find(text: string, rows: [string, string, number, number][]) {
  const statements: Statement[] = [];
  const hits = await findByTitle(text, inOrder, async (statement) => {
    statements.push(statement);
    return rows;
  });
  return { hits, statements };
}

it('what is found: in one statement, what fits best first, people before bills, lists of words last, shorter titles first', async () => {
  const { hits, statements } = await find('王', [
    ['api::tag.tag', 'tag', RANK.other, 2],
    ['api::bill.bill', 'long', RANK.other, 9],
    ['api::bill.bill', 'short', RANK.other, 5],
    ['api::rep.rep', 'rep', RANK.other, 20],
    ['api::bill.bill', 'whole', RANK.whole, 1],
  ]);
  expect(hits.map(({ documentId }) => documentId)).toEqual(['whole', 'rep', 'short', 'long', 'tag']);
  expect(statements).toHaveLength(1);
});

it('nothing is asked of the database where nothing is typed', async () => {
  expect((await find(' 　', [])).statements).toEqual([]);
});
