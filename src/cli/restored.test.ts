import { describeRestored } from './restored';

const BACKUP = '2026-11-21T14-03-00Z';
const MOMENT = new Date('2026-11-21T14:30:00Z');
const WHOLE = {
  lastTransaction: '2026-11-21 14:29:58.1+00',
  endedBy: undefined,
  counts: { rs_tags: 3, rs_bills: 0 },
  warnings: 0,
  aside: undefined,
  files: [],
  uploads: 0,
};

describe('what is said of a restored database', () => {
  it('is how far it was restored, and what it holds', () => {
    expect(describeRestored(BACKUP, undefined, WHOLE)).toEqual([
      `Restored the database completely, from the backup ${BACKUP}.`,
      'Its last transaction was at 2026-11-21 14:29:58.1+00.',
      '  rs_tags: 3',
      'The integrity report has no warnings.',
    ]);
  });

  it('names the moment, restored files and where the previous database is', () => {
    const aside = '/data/postgres.before-restore-2026-11-22T08-00-00Z';
    const files = ['secrets.json', 'credentials.json'];
    const restored = { ...WHOLE, lastTransaction: undefined, counts: {}, warnings: 2, files, uploads: 1, aside };
    expect(describeRestored(BACKUP, MOMENT, restored)).toEqual([
      `Restored the database as it was at 2026-11-21T14:30:00.000Z, from the backup ${BACKUP}.`,
      'Nothing was written between the backup and that moment.',
      'The integrity report has 2 warnings about the records as they were then: npm run content -- check shows them.',
      'Restored missing files: secrets.json, credentials.json.',
      'Restored 1 missing uploaded file.',
      `The previous database is in ${aside}. To go back, stop the service, move`,
      'postgres away, and rename this folder to that name. Delete it when you no longer need it.',
    ]);
  });

  it('names the damage up to which its log was replayed', () => {
    const endedBy = 'wal/000000010000000000000003.gz is damaged: it cannot be decompressed';
    const lines = describeRestored(BACKUP, MOMENT, { ...WHOLE, lastTransaction: undefined, endedBy });
    expect(lines.slice(0, 2)).toEqual([
      `Restored the database up to the damage in its log (${endedBy}), from the backup ${BACKUP}.`,
      'Nothing was written between the backup and the damage.',
    ]);
  });
});
