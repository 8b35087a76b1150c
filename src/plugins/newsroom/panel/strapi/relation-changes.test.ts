import { applyChanges, changesBetween, type RelatedRecord, type RelationChanges } from './relation-changes';

const rows = (names: string): RelatedRecord[] =>
  [...names].map((name) => ({ id: name.charCodeAt(0), documentId: name }));
const text = (records: readonly RelatedRecord[]) => records.map(({ documentId }) => documentId).join('');
const names = (items: RelationChanges['connect'] = []) => items.map(({ apiData }) => apiData?.documentId).join('');

describe('a relation in a form', () => {
  it.each([
    ['', 'abc'],
    ['abc', ''],
    ['abc', 'abc'],
    ['abc', 'abcde'],
    ['abc', 'xaybzc'],
    ['abc', 'cab'],
    ['abcdef', 'fbadxc'],
    ['abc', 'xyz'],
  ])('goes from "%s" to "%s"', (stored, target) => {
    expect(text(applyChanges(rows(stored), changesBetween(rows(stored), rows(target))))).toBe(target);
  });

  it('moves as few records as possible', () => {
    const { connect, disconnect } = changesBetween(rows('abcde'), rows('eabxd'));
    expect([names(connect), names(disconnect)]).toEqual(['xe', 'c']);
    expect(connect[0]?.apiData?.position).toEqual({ before: 'd' });
    expect(changesBetween(rows('ab'), rows('ab'))).toEqual({ connect: [], disconnect: [] });
  });

  it("includes the picker's pending changes", () => {
    const picked = { id: 120, label: '新', apiData: { id: 120, documentId: 'x' } };
    const pending = { connect: [picked], disconnect: [{ id: 97 }] };
    expect(applyChanges(rows('abc'), pending).map(({ documentId }) => documentId)).toEqual(['b', 'c', 'x']);
    const placed = { ...picked, apiData: { ...picked.apiData, position: { after: 'a' } } };
    expect(text(applyChanges(rows('abc'), { connect: [placed] }))).toBe('axbc');
  });

  it('gets keys in the order of its records', () => {
    const keys = changesBetween([], rows('abcdef')).connect.map((item) => String(item.__temp_key__));
    expect(keys).toEqual([...keys].sort());
    expect(keys[0]).toBe('c000');
  });
});
