import type { Difference } from '../../history/shared/difference-of';
import type { FieldInfo } from '../../history/shared/history';
import { shortened } from './shortened';

const text: FieldInfo = { name: 'content', attributes: ['content'], kind: 'text' };
const rows: FieldInfo = {
  name: 'seats',
  attributes: ['seats'],
  kind: 'rows',
  nested: [
    { name: 'index', attributes: ['index'], kind: 'value' },
    { name: 'party', attributes: ['party'], kind: 'value' },
  ],
};
const list: FieldInfo = { name: 'marks', attributes: ['marks'], kind: 'value' };

const differenceIn = (field: FieldInfo, before: unknown, after: unknown): Difference | undefined =>
  shortened([field], { [field.name]: before as string }, { [field.name]: after as string }).differences?.[field.name];

describe('values on the import page', () => {
  it('are whole, as long as they are not enormous', () => {
    const [before, after] = [{ content: '字'.repeat(15_000) }, { content: null }];
    expect(shortened([text], before, after)).toEqual({ before, after });
  });

  it('are otherwise compared first, and then shortened', () => {
    const long = '字'.repeat(30_000);
    const { before, after, differences } = shortened(
      [text, list],
      { content: `${long}甲${long}`, marks: 1 },
      { content: `${long}乙${long}`, marks: 1 },
    );
    expect([before, after]).toEqual([{ marks: 1 }, { marks: 1 }]);
    const parts = differences?.content?.kind === 'texts' ? differences.content.parts : [];
    expect(parts.map(({ value, state }) => [state, value])).toEqual([
      ['same', `…${'字'.repeat(24)}`],
      ['removed', '甲'],
      ['added', '乙'],
      ['same', `${'字'.repeat(24)}…`],
    ]);
  });

  it('show the row and the item that differ, however late', () => {
    const seats = Array.from({ length: 20_000 }, (_, index) => ({ index, party: '甲' }));
    const changed = seats.map((seat) => (seat.index === 19_000 ? { ...seat, party: '乙' } : seat));
    expect(differenceIn(rows, seats, changed)).toMatchObject({
      kind: 'rows',
      kept: 19_999,
      rows: [{ state: 'changed', row: { index: 19_000 }, fields: [{ field: { name: 'party' } }] }],
    });
    const marks = Array.from({ length: 20_000 }, (_, index) => `標籤${index}`);
    expect(differenceIn(list, marks, [...marks, '新'])).toEqual({
      ...{ kind: 'list', kept: 20_000, items: [{ value: '新', state: 'added' }] },
    });
    const long = '字'.repeat(120_000);
    expect(differenceIn(list, [`${long}甲${long}`], [`${long}乙${long}`])).toMatchObject({
      items: [
        { value: `…${'字'.repeat(24)}甲${'字'.repeat(24)}…`, state: 'removed' },
        { value: `…${'字'.repeat(24)}乙${'字'.repeat(24)}…`, state: 'added' },
      ],
    });
    expect(differenceIn(rows, null, seats)).toMatchObject({ kind: 'rows', kept: 0, more: 19_800 });
  });
});
