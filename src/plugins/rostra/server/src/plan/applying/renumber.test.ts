import { registerPlanResources, report } from '../../../../../../../tests/support/plan-resources';
import { renumber } from './renumber';

beforeAll(registerPlanResources);

const publicIdOf = (publicId: number) => (publicId < 0 ? 100 - publicId : publicId);

describe('provisional ids in a record', () => {
  it('are replaced in references, lists and nested rows', () => {
    const values = { title: '-1', topic: -1, questions: [5, -2], rows: [{ topic: -3 }, { topic: 4 }] };
    expect(renumber(report, values, publicIdOf)).toEqual({
      title: '-1',
      topic: 101,
      questions: [5, 102],
      rows: [{ topic: 103 }, { topic: 4 }],
    });
    expect(values.questions).toEqual([5, -2]);
  });

  it('cause no copy where a record has none', () => {
    const values = { topic: 1, questions: [2] };
    expect(renumber(report, values, publicIdOf)).toBe(values);
  });
});
