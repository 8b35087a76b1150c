import { testBackups, writeBackup } from '../../../tests/support/written-backup';
import { listBackups } from './manifest';
import { kept, prune, segmentsBefore } from './prune';

describe('the part of the log that no remaining backup needs', () => {
  const files = [
    '000000010000000000000009.gz',
    '00000001000000000000000A.gz',
    '00000001000000000000000A.00000028.backup.gz',
    '00000001000000000000000B.gz',
    '00000002.history.gz',
    '00000002000000000000000A.gz',
    '000000020000000100000000.gz',
    'notes.txt',
  ];

  it('lies before the first segment of the oldest backup, on any timeline', () => {
    const needed = ['000000020000000100000000', '00000001000000000000000B'];
    expect(segmentsBefore(files, needed)).toEqual([
      '000000010000000000000009.gz',
      '00000001000000000000000A.gz',
      '00000001000000000000000A.00000028.backup.gz',
      '00000002000000000000000A.gz',
    ]);
  });

  it('continues across the 4 GB boundaries of file names', () => {
    expect(segmentsBefore(['0000000100000000000000FF.gz'], ['000000010000000100000000'])).toHaveLength(1);
    expect(segmentsBefore(['000000010000000100000000.gz'], ['0000000100000000000000FF'])).toEqual([]);
  });

  it('is nothing without a backup', () => expect(segmentsBefore(files, [])).toEqual([]));
});

describe('the backups that are kept', () => {
  const keptOf = (backups: string) => kept([...backups], 2, (each) => each !== 'x').join('');

  it.each([
    ['abcd', 'cd'],
    ['abxd', 'xd'],
    ['abxx', 'bxx'],
    ['xxxx', 'xx'],
    ['x', 'x'],
  ])('of %s, where x is damaged, are %s', (backups, expected) => expect(keptOf(backups)).toBe(expected));

  describe('after the clock was ahead', () => {
    const { folders } = testBackups();

    it('are the one just made, too', async () => {
      const [ahead, made] = ['2036-11-21T14-03-00Z', '2026-11-22T14-03-00Z'];
      for (const name of [ahead, made]) await writeBackup(folders, { name });
      await prune(folders, 2, made);
      expect(listBackups(folders).map(({ name }) => name)).toEqual([made, ahead]);
    });
  });
});
