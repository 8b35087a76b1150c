import { labelOf } from './import';

describe('the label of an import', () => {
  it.each([
    [['parties.csv'], 'parties.csv'],
    [['a.csv', 'b.csv'], 'a.csv, … (2 files)'],
    [['data/a.csv', 'data/b.csv', 'data/c.csv'], 'data (3 files)'],
    [['data/a.csv', 'old/b.csv'], 'data/a.csv, old/b.csv'],
    [[], ''],
  ])('of %j', (sources, label) => {
    expect(labelOf(sources)).toBe(label);
  });

  it('names its source', () => {
    expect(labelOf(['a.csv', 'b.csv'], 'lis')).toBe('a.csv, … (2 files), source lis');
  });
});
