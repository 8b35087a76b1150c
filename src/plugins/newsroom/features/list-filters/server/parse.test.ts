import { exactInteger, integerFilter, textFilter } from '../../../../rostra/server/src/filters';
import { parseFilters } from './parse';

const filters = {
  term: exactInteger('term_index', 'index of a term'),
  voter: integerFilter('a member'),
  voted: { ...textFilter('how'), needs: 'voter' },
};
const parse = (...chosen: [name: string, value?: string][]) =>
  parseFilters(
    { filters },
    Object.keys(filters),
    chosen.map(([name, value]) => ({ name, ...(value !== undefined && { value }) })),
  );

describe('filters of a list of the panel', () => {
  it('are parsed as those of the API; one that is chosen twice must match twice', () => {
    const none = [undefined, undefined, undefined, undefined];
    expect(parse(['term', '9'], ['voted', 'aye'], ['voter', '3'])).toEqual({
      requests: [{ term: 9, voter: 3, voted: 'aye' }],
      faults: none.slice(1),
    });
    expect(parse(['voter', '3'], ['voted', 'aye'], ['voter', '4'], ['voted', 'nay'])).toEqual({
      requests: [
        { voter: 3, voted: 'aye' },
        { voter: 4, voted: 'nay' },
      ],
      faults: none,
    });
    expect(parse()).toEqual({ requests: [], faults: [] });
  });

  it('say each what is wrong with it', () => {
    const { faults } = parse(['term', 'x'], ['voted', 'aye'], ['party', '5'], ['voter'], ['term', '9']);
    expect(faults).toEqual(['invalid', 'incomplete', 'forbidden', 'invalid', undefined]);
  });
});
