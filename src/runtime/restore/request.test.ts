import { readSettings } from '../settings';
import { momentAskedFor, type RestoreOptions } from './request';

const OWN = readSettings({});
const FOREIGN = readSettings({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });

describe('what a restore is asked for', () => {
  it('is a moment, the latest state or the list', () => {
    expect(momentAskedFor({ to: '2026-11-21 14:03' }, OWN)).toEqual(new Date('2026-11-21T14:03:00Z'));
    expect(momentAskedFor({ latest: true }, OWN)).toBeUndefined();
    expect(momentAskedFor({ list: true, backup: 'one' }, OWN)).toBeUndefined();
  });

  it.each<[RestoreOptions, string]>([
    [{}, 'Give one of --to, --latest and --list'],
    [{ to: '2026-11-21 14:03', latest: true }, 'Give one of --to, --latest and --list'],
    [{ list: true, upToDamage: true }, '--up-to-damage belongs to --to or --latest'],
    [{ to: 'yesterday' }, '"yesterday" is not a valid moment'],
    [{ to: '2999-01-01 00:00' }, '2999-01-01T00:00:00.000Z is in the future.'],
  ])('is refused as wrong use: %j', (options, message) => {
    const asked = () => momentAskedFor(options, OWN);
    expect(asked).toThrow(message);
    expect(asked).toThrow(expect.objectContaining({ exitCode: 2 }));
  });

  it.each<RestoreOptions>([{ latest: true }, { list: true }, { to: '2026-11-21 14:03' }, {}])(
    'is refused for a database of another server, with a sentence: %j',
    (options) => {
      const asked = () => momentAskedFor(options, FOREIGN);
      expect(asked).toThrow('docs/backups.md');
      expect(asked).toThrow(expect.objectContaining({ exitCode: 1 }));
    },
  );
});
