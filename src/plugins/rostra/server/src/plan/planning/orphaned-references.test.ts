import { registerPlanResources, report } from '../../../../../../../tests/support/plan-resources';
import { clearReference } from './orphaned-references';
import { countsOf, newState } from './state';

beforeAll(registerPlanResources);

const record = { title: '甲', topic: 8, questions: [5, 6, 7], rows: [{ topic: 8 }, { topic: 9 }] };
const place = { file: 'topics.json', record: 1 };

/** Clears references of reports, one after the other: `[publicId, fields, target]`. */
function clear(...references: [number, string[], number][]) {
  const kindOf = (fields: string[]) => (fields.includes('topic') ? 'topic' : 'question');
  const state = newState();
  for (const [publicId, fields, number] of references) {
    const target = { kind: kindOf(fields), publicId: number };
    clearReference(state, { resource: report, publicId, record, before: 'a hash', fields, target, place });
  }
  return { changes: [...(state.further.get(report)?.values() ?? [])], changed: countsOf(state, report).changed };
}

describe('an orphaned reference', () => {
  it('is cleared by a change of its record, at the place of the omitted child', () => {
    const { changes, changed } = clear([2, ['topic'], 8]);
    expect(changes).toEqual([
      {
        resource: 'reports',
        number: 2,
        action: 'change',
        ...place,
        before: 'a hash',
        from: { topic: 8 },
        to: { topic: null },
      },
    ]);
    expect(changed).toBe(1);
  });

  it('is removed from a list without reordering the others', () => {
    expect(clear([2, ['questions'], 6]).changes[0]).toMatchObject({
      from: { questions: [5, 6, 7] },
      to: { questions: [5, 7] },
    });
  });

  it('is cleared in nested rows, too', () => {
    expect(clear([2, ['topic', 'rows'], 8]).changes[0]).toMatchObject({
      from: { topic: 8, rows: [{ topic: 8 }, { topic: 9 }] },
      to: { topic: null, rows: [{ topic: null }, { topic: 9 }] },
    });
  });

  it('shares one change with others of the same record', () => {
    const { changes, changed } = clear(
      [2, ['questions'], 6],
      [2, ['questions'], 5],
      [2, ['topic'], 8],
      [3, ['topic'], 8],
    );
    expect(changes.map(({ number, from, to }) => [number, from, to])).toEqual([
      [2, { questions: [5, 6, 7], topic: 8 }, { questions: [7], topic: null }],
      [3, { topic: 8 }, { topic: null }],
    ]);
    expect(changed).toBe(2);
  });
});
