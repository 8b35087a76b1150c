import { mapValues } from '../../../../../../common/maps';
import { attributionsOf, type Revision } from './attribution';
import type { Note } from './given';

/** A revision of one record, with the values of its fields before and after. */
const revision = (
  change: number,
  role: Revision['role'],
  fields: Record<string, [unknown, unknown]>,
  more: Partial<Revision> = {},
): Revision => ({
  number: 5,
  change,
  action: 'change',
  role,
  import: null,
  isUndone: false,
  names: Object.keys(fields),
  prints:
    role === 'hand' ? null : mapValues(fields, ([before, after]) => [JSON.stringify(before), JSON.stringify(after)]),
  removal: null,
  wasFound: false,
  facts: { change, at: 0, door: 'panel', actor: {} },
  ...more,
});

/** Whose a field is: the place of its base, and the change by hand. */
function whose(name: string, revisions: Revision[], notes: Note[] = []) {
  const known = attributionsOf(revisions, notes).get(5)?.fields.get(name);
  if (!known) return undefined;
  const { base, by } = known;
  return [...('value' in base ? [base.value] : [base.side, base.change]), ...(by ? ['by', by.change] : [])];
}

const first = revision(1, 'import', { a: [0, 1] });
const second = revision(3, 'import', { a: [1, 2] });
const edit = revision(4, 'hand', { a: [2, 9] });
const of = { import: 3 };

describe('whose a value is', () => {
  it('is what the last import said, and the edits since', () => {
    expect(whose('a', [first, second])).toEqual(['after', 3]);
    expect(whose('a', [first, second, edit])).toEqual(['after', 3, 'by', 4]);
    expect(whose('b', [first, revision(2, 'hand', { b: [0, 1] })])).toEqual(['before', 2, 'by', 2]);
    const note = { number: 5, change: 3, field: 'a', given: 7, isOfSource: true };
    expect(whose('a', [first, revision(2, 'hand', { a: [1, 5] })], [note])).toEqual([7, 'by', 2]);
    // The import has written something else than it says, a merged list: an edit is still in that.
    const [one, merged] = [revision(2, 'hand', { a: [1, 5] }), revision(3, 'import', { a: [5, 8] })];
    expect(whose('a', [first, one, merged], [note])).toEqual([7, 'by', 2]);
    expect(whose('a', [first, one, revision(3, 'import', { a: [5, 8] }), merged])).toEqual(['after', 3]);
  });

  it('is what the import said where it has written something else because of other records, until somebody changes that', () => {
    const note = { number: 5, change: 3, field: 'a', given: 1, isOfSource: true };
    const writtenOf = (...more: Revision[]) =>
      attributionsOf([first, second, ...more], [note])
        .get(5)
        ?.fields.get('a');
    const instead = { base: { value: 1 }, written: { change: 3, side: 'after' } };
    expect(writtenOf()).toEqual({ ...instead, by: second.facts });
    expect(writtenOf(edit)).toEqual({ ...instead, by: edit.facts });
    expect(writtenOf(edit, revision(5, 'import', { a: [9, 1] }))).toEqual({ base: { change: 5, side: 'after' } });
  });

  it('is after an undo whose it was before the import, after a redo whose it was before the undo', () => {
    const undo = revision(5, 'undo', { a: [9, 1] }, of);
    const redo = revision(6, 'redo', { a: [1, 9] }, of);
    expect(whose('a', [first, second, edit, undo])).toEqual(['after', 1]);
    // The undo overwrote an edit, which returns as one.
    expect(whose('a', [first, second, edit, undo, redo])).toEqual(['after', 3, 'by', 4]);
    expect(whose('a', [first, second, edit, undo, redo, revision(7, 'undo', { a: [9, 1] }, of)])).toEqual(['after', 1]);
    const plain = [revision(5, 'undo', { a: [2, 1] }, of), revision(7, 'redo', { a: [8, 2] }, of)];
    // This redo overwrote one.
    expect(whose('a', [first, second, ...plain, revision(6, 'hand', { a: [1, 8] })])).toEqual(['after', 3]);
    expect(whose('a', [second, plain[0] as Revision])).toBeUndefined();
  });

  it('is after several undos and a redo of all whose it was before the first', () => {
    const undos = [revision(5, 'undo', { a: [2, 3] }, of), revision(6, 'undo', { a: [3, 1] }, of)];
    expect(whose('a', [first, second, ...undos])).toEqual(['after', 1]);
    expect(whose('a', [first, second, ...undos, revision(7, 'redo', { a: [1, 2] }, of)])).toEqual(['after', 3]);
  });

  it('is after two redos, of which the first kept an edit, whose it was before the undo', () => {
    const made = revision(3, 'import', { a: [0, 1], b: [0, 1] });
    const undo = revision(5, 'undo', { a: [1, 0], b: [1, 0] }, of);
    const kept = [made, undo, revision(6, 'hand', { a: [0, 9] }), revision(7, 'redo', { b: [0, 1] }, of)];
    expect(whose('a', kept)).toEqual(['before', 6, 'by', 6]);
    expect(whose('a', [...kept, revision(8, 'redo', { a: [9, 1] }, of)])).toEqual(['after', 3]);
  });

  it('is that of an edit which an undo or a redo leaves in the value', () => {
    const added = revision(4, 'hand', { a: [[1], [1, 9]] });
    const made = revision(3, 'import', { a: [[], [1]] });
    const undo = revision(5, 'undo', { a: [[1, 9], [9]] }, of);
    expect(whose('a', [made, added, undo])).toEqual(['before', 3, 'by', 4]);
    expect(whose('a', [made, added, undo, revision(6, 'redo', { a: [[9], [1, 9]] }, of)])).toEqual([
      'after',
      3,
      'by',
      4,
    ]);
    // Without one, what is left is what the import says.
    expect(whose('a', [made, revision(5, 'undo', { a: [[1, 2], [2]] }, of)])).toEqual(['after', 5]);
    const other = revision(6, 'undo', { b: [[1], []] }, of);
    expect(whose('b', [made, revision(5, 'hand', { b: [[], [1]] }), other])).toEqual(['before', 5, 'by', 5]);
  });

  it('follows records that are deleted and created again', () => {
    const made = revision(3, 'import', {}, { action: 'create', names: null, prints: null });
    const gone = revision(5, 'undo', {}, { ...of, action: 'remove', names: null, prints: null });
    const back = revision(6, 'redo', {}, { ...of, action: 'create', names: null, prints: null });
    expect(whose('a', [made, edit, gone, back])).toEqual(['before', 4, 'by', 4]);
    // An undo that brings back what somebody has edited and deleted.
    const deleted = revision(5, 'hand', {}, { action: 'remove', names: null });
    const undo = revision(6, 'undo', {}, { ...of, action: 'create', names: null, prints: null });
    expect(whose('a', [first, { ...second, isUndone: true }, edit, deleted, undo])).toEqual(['after', 1]);
  });

  it('is of the last import of the source, once that has had the record; other imports edit it', () => {
    const other = revision(5, 'other', { a: [2, 5] });
    expect(whose('a', [first, second, other])).toEqual(['after', 3, 'by', 5]);
    expect(whose('a', [first, second, other, revision(6, 'other', { a: [5, 6] })])).toEqual(['after', 3, 'by', 6]);
    expect(whose('a', [first, second, other, revision(6, 'import', { a: [5, 6] })])).toEqual(['after', 6]);
    const undone = { ...other, isUndone: true };
    expect(whose('a', [second, undone, revision(6, 'undo', { a: [5, 2] }, { import: 5 })])).toEqual(['after', 3]);
    const redone = [
      revision(6, 'undo', { a: [5, 2] }, { import: 5 }),
      revision(7, 'redo', { a: [2, 5] }, { import: 5 }),
    ];
    expect(whose('a', [second, other, ...redone])).toEqual(['after', 3, 'by', 5]);
    // What others note of themselves is nothing to this source.
    const note = { number: 5, change: 5, field: 'a', given: 7, isOfSource: false };
    expect(whose('a', [second, other], [note])).toEqual(['after', 3, 'by', 5]);
  });

  it('is of any last import until one of the source has had the record', () => {
    const [made, later] = [revision(1, 'other', { a: [0, 1] }), revision(5, 'other', { a: [1, 2] })];
    const hand = revision(2, 'hand', { a: [1, 9] });
    expect(whose('a', [made, later])).toEqual(['after', 5]);
    const noted = { number: 5, change: 3, field: '@lis', given: 'A-1', isOfSource: true };
    expect(whose('a', [made, later], [noted])).toEqual(['after', 1, 'by', 5]);
    expect(whose('a', [made, hand], [noted])).toEqual(['after', 1, 'by', 2]);
    expect(whose('a', [made, hand, revision(3, 'import', { b: [0, 1] })])).toEqual(['after', 1, 'by', 2]);
    expect(attributionsOf([made, hand], []).get(5)).toMatchObject({ wasImported: true, isKnown: false });
    expect(attributionsOf([made, hand], [noted]).get(5)).toMatchObject({ wasImported: true, isKnown: true });
    // Made by hand, and identified by another source: an import has had it.
    const own = revision(1, 'hand', {}, { action: 'create', names: null });
    const elsewhere = { ...noted, isOfSource: false };
    const edited = revision(4, 'hand', { a: [1, 9] });
    expect(whose('a', [own, edited], [elsewhere])).toEqual(['before', 4, 'by', 4]);
    expect(attributionsOf([own, edited], [elsewhere]).get(5)).toMatchObject({ wasImported: true, isKnown: false });
    // Another import brings it back after a deletion: until the source has it again, it does not know it.
    const gone = revision(6, 'hand', {}, { action: 'remove', names: null });
    const back = revision(7, 'other', {}, { action: 'create', names: null });
    const again = { number: 5, change: 8, field: '', given: null, isOfSource: true };
    const knows = (notes: Note[]) => attributionsOf([own, gone, back], notes, 'lis').get(5)?.isKnown;
    expect([knows([noted]), knows([noted, again])]).toEqual([false, true]);
    // What was there when history began is of the source without a name.
    const found = revision(5, 'hand', { a: [1, 2] }, { wasFound: true });
    expect(attributionsOf([found], []).get(5)?.isKnown).toBe(true);
    expect(attributionsOf([found], [], 'lis').get(5)?.isKnown).toBe(false);
  });

  it('does not know of an import that was undone for the record', () => {
    const made = revision(1, 'hand', {}, { action: 'create', names: null });
    const undone = { ...second, isUndone: true };
    const undo = revision(5, 'undo', { a: [2, 1] }, of);
    const found = attributionsOf([made, undone, undo, revision(6, 'hand', { a: [1, 9] })], []).get(5);
    expect(found?.wasImported).toBe(false);
    // Who takes back by hand what it wrote, or changes it, changes what it had found.
    expect(whose('a', [made, undone, revision(4, 'hand', { a: [2, 1] })])).toEqual(['before', 3, 'by', 4]);
    expect(whose('a', [first, undone, revision(4, 'hand', { a: [2, 1] })])).toEqual(['after', 1, 'by', 4]);
    const again = revision(5, 'import', { a: [1, 7] }, { isUndone: true });
    expect(whose('a', [made, undone, undo, again, revision(6, 'hand', { a: [7, 1] })])).toEqual(['before', 3, 'by', 6]);
    // The first import that counts finds what is there then.
    const counted = [made, undone, undo, revision(6, 'import', { b: [0, 1] }), revision(7, 'hand', { a: [1, 9] })];
    expect(whose('a', counted)).toEqual(['before', 7, 'by', 7]);
  });
});
