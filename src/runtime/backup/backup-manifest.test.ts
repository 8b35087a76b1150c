import { backupManifestOf, filesIn } from './backup-manifest';

const file = { name: 'base/5/1259', bytes: 8192, checksum: 'ab'.repeat(32), modifiedAt: new Date(0) };
const backup = { systemIdentifier: '7612345678901234567', timeline: 1, startLsn: '0/2000028', stopLsn: '0/2000120' };

describe('the list of files of a backup', () => {
  const text = backupManifestOf([file, { ...file, name: 'PG_VERSION', bytes: 3 }], backup);

  it('can be read again', () => {
    expect(text).toContain('"System-Identifier": 7612345678901234567,');
    expect(text).toContain('"Last-Modified": "1970-01-01 00:00:00 GMT"');
    const { modifiedAt: _, ...listed } = file;
    expect(filesIn(text)).toEqual([listed, { ...listed, name: 'PG_VERSION', bytes: 3 }]);
  });

  it.each([
    ['changed', (whole: string) => whole.replace('"Size": 3', '"Size": 4')],
    ['cut', (whole: string) => whole.slice(0, 200)],
    ['empty', () => ''],
  ])('is known to be damaged when it is %s', (_, damage) => expect(() => filesIn(damage(text))).toThrow());
});
