import { rep } from '../../../../../api/rep/resource';
import { vote } from '../../../../../api/vote/resource';
import { register } from '../resource/registry';
import { useModels } from '../sql/model';
import type { Run } from '../store/database';
import { jointSides } from './joint-sides';

const columns = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string', columnName: name }]));

/** Each record has its number, a hundred times that as its row, and that as a text as its document. */
const run: Run = async (_, parameters) => {
  const { publicIds, documentIds = [], rowIds = [] } = parameters as Record<string, (string | number)[]>;
  if (publicIds) return publicIds.map((number) => [number, Number(number) * 100, {}]);
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
});
