import { rowsHeader } from './rows-header';

describe('the header with the rows that a form has shown', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => 1_000_000 + index);

  it('names all rows, or none if there are too many for a header', () => {
    expect(rowsHeader({ steps: [7, 9], links: [] })).toBe('{"steps":[7,9],"links":[]}');
    expect(rowsHeader({})).toBeUndefined();
    // Seven digits and a comma each.
    expect(rowsHeader({ steps: ids(998) })).toHaveLength(7_995);
    expect(rowsHeader({ steps: ids(999) })).toBeUndefined();
    expect(rowsHeader({ steps: ids(999), links: [1] })).toBeUndefined();
  });
});
