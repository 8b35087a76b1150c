import { exactInteger, integerFilter, textFilter } from '../../../../rostra/server/src/filters';
import { parseFilters } from './parse';

const filters = {
  term: exactInteger('term_index', 'index of a term'),
  voter: integerFilter('a member'),
  voted: { ...textFilter('how'), needs: 'voter' },
};
const names = Object.keys(filters);
const parse = (...chosen: [string, unknown][]) =>
  parseFilters(
    { filters },
    names,
    chosen.map(([name, value]) => ({ name, value })),
  );

describe('filters of a list of the panel', () => {
  it('are parsed as those of the API; one that is chosen twice must match twice', () => {
    expect(parse(['term', '9'], ['voter', '3'], ['voted', 'aye'])).toEqual({
      requests: [{ term: 9, voter: 3, voted: 'aye' }],
      faults: [],
    });
    expect(parse(['voter', '3'], ['voted', 'aye'], ['voter', '4'], ['voted', 'nay'])).toEqual({
      requests: [
        { voter: 3, voted: 'aye' },
        { voter: 4, voted: 'nay' },
      ],
      faults: [],
    });
    expect(parse()).toEqual({ requests: [], faults: [] });
  });

  it('are refused with every fault, also those that the editor may not use', () => {
    const { requests, faults } = parse(['term', 'x'], ['voted', 'aye'], ['party', '5'], ['voter', { a: 1 }]);
    expect(requests).toEqual([{ voted: 'aye' }]);
    expect(faults).toEqual([
      'term: must be an integer',
      expect.stringContaining('party: is unknown'),
      'voter: must be an integer',
    ]);
  });
});
