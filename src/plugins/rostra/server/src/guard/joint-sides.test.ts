import { rep } from '../../../../../api/rep/resource';
import { vote } from '../../../../../api/vote/resource';
import { register } from '../resource/registry';
import { useModels } from '../sql/model';
import type { Run } from '../store/database';
import { jointSides } from './joint-sides';

const columns = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string', columnName: name }]));

/** The public ids that were looked up, a list for each statement. */
const lookedUp: (string | number)[][] = [];

/** Each record but the tenth has its number, a hundred times that as its row, and that as a text as its document. */
const run: Run = async (_, parameters) => {
  const { publicIds, documentIds = [], rowIds = [] } = parameters as Record<string, (string | number)[]>;
  if (publicIds) {
    lookedUp.push([...publicIds].sort());
    return publicIds.filter((number) => number !== 10).map((number) => [number, Number(number) * 100, {}]);
  }
  const numbers = [...documentIds.map(Number), ...rowIds.map((row) => Number(row) / 100)];
  return numbers.map((number) => [number, String(number), number * 100]);
};

describe('what a save goes on with of lists between which one chooses', () => {
  beforeAll(() => {
    register({ resources: [vote, rep], views: [], endpoints: [] });
    useModels((uid) => ({ uid, tableName: 'records', attributes: columns('number', 'id', 'documentId') }));
  });

  it('keeps how its editor has moved others, whoever is chosen', async () => {
    const first = { documentId: '3', position: { start: true } };
    const before = { nay: [2, 3, 1], abstain: [] };
    const data = {
      nay: { connect: [first], disconnect: [{ id: 200 }] },
      abstain: { connect: [{ documentId: '1' }], disconnect: [] },
    };
    const after = { nay: [3, 1], abstain: [1] };
    const choice = { mine: { nay: [3], abstain: [1] }, theirs: { nay: [3, 1], abstain: [] } };
    expect(await jointSides(vote, choice, { data, before, after }, run)).toEqual({
      sides: {
        nay: {
          mine: { connect: [first], disconnect: [{ id: 200 }, { id: 100 }] },
          theirs: { connect: [first], disconnect: [{ id: 200 }] },
        },
        abstain: { mine: data.abstain, theirs: undefined },
      },
      isMineLost: false,
    });
  });

  it('looks up what both sides refer to at once, also where the editor’s own is gone', async () => {
    lookedUp.length = 0;
    const before = { nay: [1], abstain: [] };
    const after = { nay: [1], abstain: [] };
    const choice = { mine: { nay: [1, 10] }, theirs: { nay: [1, 2] } };
    expect(await jointSides(vote, choice, { data: {}, before, after }, run)).toEqual({
      sides: { nay: { mine: undefined, theirs: { connect: [{ id: 200 }], disconnect: [] } } },
      isMineLost: true,
    });
    expect(lookedUp).toEqual([[10, 2]]);
  });
});
