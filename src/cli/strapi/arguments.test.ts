import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { archivesOf, checkCommand, isReading, readCommand, withoutEnding } from './arguments';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'rostra-arguments-'));
  for (const name of ['all.tar', 'all.tar.enc']) writeFileSync(path.join(folder, name), '');
});

afterAll(() => rmSync(folder, { recursive: true }));

const check = (line: string, hasTerminal: boolean) => () =>
  checkCommand(readCommand(line.replaceAll('FOLDER', folder).split(' ')), { hasTerminal });

describe('without a terminal', () => {
  test.each([
    ['export -f FOLDER/all', 'Add --no-encrypt or --key'],
    ['import --force -f FOLDER/all.tar.enc', 'Add --key'],
    ['import -f FOLDER/all.tar', 'Add --force'],
    ['transfer --to https://rostra.example.org/admin', 'Add --force'],
  ])('"%s" is refused with what to add', (line, message) => {
    expect(check(line, false)).toThrow(message);
    expect(check(line, true)).not.toThrow();
  });

  test.each([
    'export --no-encrypt -f FOLDER/all',
    'export -k secret -f FOLDER/all',
    'export --key=secret --file=FOLDER/all',
    'export --help',
    'import --force -k secret -f FOLDER/all.tar.enc',
    'import --force --exclude files --file FOLDER/all.tar',
    'transfer --force --to https://rostra.example.org/admin',
    'console',
  ])('"%s" needs nothing more', (line) => {
    expect(check(line, false)).not.toThrow();
  });
});

test('missing files and folders are named', () => {
  expect(check('import --force -f FOLDER/none.tar', true)).toThrow(`There is no archive ${folder}/none.tar.`);
  expect(check('export --no-encrypt -f FOLDER/none/all', true)).toThrow(`There is no folder ${folder}/none`);
});

test('an export and a transfer to another service read this one', () => {
  const of = (...args: string[]) => isReading(readCommand(args));
  expect([of('export'), of('transfer', '--to', 'https://rostra.example.org/admin')]).toEqual([true, true]);
  expect([of('import'), of('transfer', '--from', 'https://rostra.example.org/admin')]).toEqual([false, false]);
});

test('the name of an archive may have its ending', () => {
  const named = (name: string) => withoutEnding(['export', '-f', name, '--no-encrypt'])[2];
  expect(['/all', '/all.tar', '/all.tar.gz', '/all.tar.gz.enc', '/all.gz'].map(named)).toEqual([
    ...Array(4).fill('/all'),
    '/all.gz',
  ]);
  expect(withoutEnding(['export', '--file=/all.tar.gz'])).toEqual(['export', '--file=/all']);
  expect(withoutEnding(['export', '-f/all.tar.gz'])).toEqual(['export', '-f/all']);
  expect(withoutEnding(['import', '-f', '/all.tar'])).toEqual(['import', '-f', '/all.tar']);
  expect(archivesOf('/all')).toEqual(['/all.tar', '/all.tar.gz', '/all.tar.enc', '/all.tar.gz.enc']);
});
