import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { errors } from '../plugins/rostra/server/src/errors/errors';
import type { Destination } from './transfer-destination';
import { keepUploadsInPlace } from './transfer-uploads';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-uploads-'));
  await mkdir(path.join(folder, 'uploads'));
  for (const name of ['both.png', 'old.png']) await writeFile(at(name), 'from before');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string): string => path.join(folder, 'uploads', name);

/** What is in the folder of uploads, by name. */
async function uploads(): Promise<Record<string, string>> {
  const names = (await readdir(path.join(folder, 'uploads'), { recursive: true })).filter((name) => /png$/.test(name));
  const read = async (name: string) => [name.replace(/\d{13}/, 'TIME'), await readFile(at(name), 'utf8')];
  return Object.fromEntries(await Promise.all(names.map(read)));
}

/** The files of the database from before, without their endings. */
const KNOWN = ['both', 'old'];

/** Writes two files of an archive, as an import does, into a folder with two of which one has the same name; then commits. */
async function importFiles(
  commit: () => Promise<void>,
  known = KNOWN,
  onReady: (receiver: Destination) => void = () => undefined,
): Promise<{ warnings: string[] }> {
  class Receiver {
    options = { restore: { assets: true } };
    strapi = {
      dirs: { static: { public: folder } },
      config: { get: () => 'local' },
      db: { query: () => ({ findMany: async () => known.map((hash) => ({ hash, ext: '.png' })) }) },
    };
    transaction = { attach: (work: () => Promise<unknown>) => work() };
    async beforeTransfer() {}
    async createAssetsWriteStream() {
      return new Writable({
        objectMode: true,
        write: ({ metadata: { hash, ext } }, _, done) =>
          void writeFile(at(`${hash}${ext}`), 'of the archive').then(() => done(), done),
      });
    }
    async rollback() {}
    commit() {
      return commit();
    }
  }
  keepUploadsInPlace({ createLocalStrapiDestinationProvider: () => Object.create(Receiver.prototype) });
  const receiver = new Receiver() as object as Destination;
  onReady(receiver);
  const warnings: string[] = [];
  receiver.onWarning = (message) => warnings.push(message);
  await receiver.beforeTransfer();
  const stream = await receiver.createAssetsWriteStream();
  for (const hash of ['both', 'new']) stream.write({ metadata: { hash, ext: '.png' } });
  await new Promise<void>((resolve) => stream.end(resolve));
  await receiver.commit();
  return { warnings };
}

const BEFORE = { 'both.png': 'from before', 'old.png': 'from before' };
const AFTER = { 'both.png': 'of the archive', 'new.png': 'of the archive' };

test('a committed import leaves its own files only', async () => {
  const { warnings } = await importFiles(async () => undefined);
  expect([await uploads(), warnings]).toEqual([AFTER, []]);
});

test('an import that is refused puts the files from before back', async () => {
  await expect(importFiles(() => Promise.reject(new Error('refused')))).rejects.toThrow(/^refused$/);
  expect(await uploads()).toEqual(BEFORE);
});

test('when nobody knows whether it is committed, nothing is removed, and the error says where files from before are', async () => {
  const cut = new Error('cut.', { cause: errors.outcomeUnknown() });
  await expect(importFiles(() => Promise.reject(cut))).rejects.toThrow(/^cut\. Files from before .*before-import-/);
  expect(await uploads()).toEqual({
    ...AFTER,
    'old.png': 'from before',
    '.before-import-TIME/both.png': 'from before',
  });
});

test('files that cannot be put back are named beside the refusal', async () => {
  const refuse = async () => {
    await rm(at('both.png'));
    await mkdir(at('both.png'));
    await writeFile(path.join(at('both.png'), 'in-the-way'), '');
    throw new Error('refused');
  };
  await expect(importFiles(refuse)).rejects.toThrow(/^refused; files from before the import are in .*before-import-/);
});

test('files that cannot be removed after the commit are a warning', async () => {
  const { warnings } = await importFiles(async () => undefined, [...KNOWN, 'too-long'.repeat(100)]);
  expect([await uploads(), warnings]).toEqual([
    AFTER,
    [expect.stringMatching(/^The import is complete, but .*too-long/)],
  ]);
});

test('once it has failed, a second end removes nothing', async () => {
  let receiver: Destination | undefined;
  const refuse = () => Promise.reject(new Error('refused'));
  await expect(
    importFiles(refuse, KNOWN, (each) => {
      receiver = each;
    }),
  ).rejects.toThrow('refused');
  await expect(receiver?.commit()).rejects.toThrow('refused');
  expect(await uploads()).toEqual(BEFORE);
});
