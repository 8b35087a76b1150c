import type { FieldInfo } from '../../history/shared/history';
import { shortened } from './shortened';

const text: FieldInfo = { name: 'content', attributes: ['content'], kind: 'text' };
const rows: FieldInfo = { name: 'seats', attributes: ['seats'], kind: 'rows', nested: [] };

describe('values on the import page', () => {
  it('are whole, as long as they are not enormous', () => {
    const [before, after] = [{ content: '字'.repeat(15_000) }, { content: null }];
    expect(shortened([text], before, after)).toEqual({ fields: [text], before, after });
  });

  it('are otherwise shortened to where they differ, or to their beginning', () => {
    const long = '字'.repeat(30_000);
    const { before, after } = shortened([text], { content: `${long}甲${long}` }, { content: `${long}乙${long}` });
    expect(before?.content).toBe(`…${'字'.repeat(24)}甲${'字'.repeat(24)}…`);
    expect(after?.content).toBe(`…${'字'.repeat(24)}乙${'字'.repeat(24)}…`);
    const seats = Array.from({ length: 20_000 }, (_, index) => ({ index }));
    const shown = shortened([rows], null, { seats });
    expect(shown.fields).toEqual([{ name: 'seats', attributes: ['seats'], kind: 'value' }]);
    expect([shown.before, String(shown.after?.seats).length]).toEqual([null, 1_001]);
  });
});
