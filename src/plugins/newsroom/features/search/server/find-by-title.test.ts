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

type Row = [string, string, number, number];

/** Finds with a database that answers these rows. */
async function find(text: string, rows: Row[]) {
  const statements: Statement[] = [];
  const found = await findByTitle(text, inOrder, async (statement) => {
    statements.push(statement);
    return rows;
  });
  return { ...found, statements };
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

it('what it may fit besides: of content types with as many as are looked for, or of which some were left out', async () => {
  const five = (uid: string) => [1, 2, 3, 4, 5].map((each): Row => [uid, `${uid} ${each}`, RANK.other, each]);
  const one = ['api::rep.rep', 'rep', RANK.other, 1] as Row;
  expect((await find('王', [...five('api::bill.bill'), one])).more).toEqual(['api::bill.bill']);
  const many = await find('王', [one, ...Array.from({ length: 30 }, (): Row => ['api::bill.bill', 'x', 0, 1])]);
  expect([many.hits.length, many.more]).toEqual([30, ['api::rep.rep']]);
});

it('nothing is asked of the database where nothing is typed', async () => {
  expect((await find(' 　', [])).statements).toEqual([]);
});
