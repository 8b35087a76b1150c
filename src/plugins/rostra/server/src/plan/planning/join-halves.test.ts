import { oneOf } from '../../fields';
import type { Resource } from '../../resource/resource';
import { joinHalves } from './join-halves';
import { type Settled, settleEdits } from './settle-edits';

const fields = oneOf({
  attribute: 'sponsor',
  options: { party: 'party', rep: 'rep' },
  names: { type: 'sponsor_type', id: 'sponsor_value' },
});
const bill = { name: 'bills', fields } as unknown as Resource;

const sponsor = (type: string, id: number) => ({ sponsor_type: type, sponsor_value: id });
const edit = (path: string, stored: string | number, given: string | number): Settled => ({
  ...{ kind: 'conflict', path, isTaken: false, stored, given },
});

describe('a reference whose kind another field says', () => {
  it('is one edit, with both halves of each side', () => {
    const halves = [edit('sponsor_type', 'party', 'rep'), edit('sponsor_value', 5, 12)];
    const kindField = { path: 'sponsor_type', stored: 'party', given: 'rep' };
    expect(joinHalves(bill, sponsor('party', 5), halves)).toEqual([{ ...halves[1], kindField }]);
    expect(joinHalves(bill, sponsor('party', 5), halves.slice(0, 1))).toEqual([
      { ...edit('sponsor_value', 5, 5), kindField },
    ]);
    expect(joinHalves(bill, sponsor('rep', 5), halves.slice(1))).toEqual([
      { ...halves[1], kindField: { path: 'sponsor_type', stored: 'rep', given: 'rep' } },
    ]);
  });

  it('has the values of each side, whatever is stored now', () => {
    const [stored, record] = [sponsor('party', 5), sponsor('rep', 5)];
    const by = { change: 7, at: 0, door: 'panel', actor: {} };
    const edits = {
      wasImported: true,
      isKnown: true,
      fields: { sponsor_type: { base: 'rep', by }, sponsor_value: { base: 9, by } },
    };
    const options = { takesFile: false };
    const { settled } = settleEdits({ resource: bill, stored, record, edits }, ['sponsor_type'], options);
    expect(joinHalves(bill, stored, settled)).toMatchObject([
      {
        ...{ path: 'sponsor_value', base: 9, stored: 5, given: 5 },
        kindField: { path: 'sponsor_type', base: 'rep', stored: 'party', given: 'rep' },
      },
    ]);
  });
});
