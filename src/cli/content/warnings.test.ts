import type { Warning } from '../../common/findings';
import { collectWarnings } from './warnings';

const warning = (number: number): Warning => ({
  code: 'LINK_NO_URL',
  resource: 'rs_bills',
  number,
  path: 'data_source_link',
  message: '"a" is no URL: write the whole address',
  records: 1,
});

describe('the integrity report', () => {
  it('has no warnings', () => {
    expect(collectWarnings().describe(1)).toBe('1 record checked: no warnings.');
  });

  it('shows the first warnings of each code and counts the rest', () => {
    const collected = collectWarnings({ shown: 1 });
    collected.add(warning(1));
    collected.add({ ...warning(2), records: 5 });
    expect(collected.count()).toBe(2);
    expect(collected.describe(9).split('\n')).toEqual([
      'LINK_NO_URL: 2 warnings, 6 records',
      '  rs_bills 1, data_source_link: "a" is no URL: write the whole address',
      '  and 1 more (--all shows them)',
      '',
      '9 records checked: 2 warnings.',
    ]);
  });
});
