import type { ChildProcess } from 'node:child_process';
import { appendFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unpackArchive } from '../../support/archive';
import { runStrapiInHost } from '../../support/command-host';
import {
  archive,
  folderOfUploads,
  IMPORT,
  IMPORT_WITHOUT_FILES,
  inRepository,
  OF_ANOTHER,
  PNG,
  query,
  readHistory,
  runStrapi,
  setUpTransfer,
  signalAfter,
  uploads,
} from '../../support/transfer';
import { waitFor } from '../../support/wait-for';

const transfer = setUpTransfer();

const logIn = (err: string): string | undefined => /^Its log: (.*)$/m.exec(err)?.[1];

describe('an import that fails', () => {
  /** Makes a small archive that has another picture under the name of the stored one; returns its folder. */
  const withOtherPicture = async (name: string) => {
    const to = path.join(transfer.folder, name);
    await unpackArchive({ archive: archive(), to }, (type) => /^(plugin|api::tag)/.test(type));
    await writeFile(path.join(to, 'assets', 'uploads', path.basename(transfer.picture)), 'another picture');
    return to;
  };
  const importInHost = (from: string) => runStrapiInHost(transfer.hosts.installation, [...IMPORT, from]);
  const stateOf = async (file: string) => [await readHistory(transfer.empty), await readFile(file)];

  it('leaves files and records as they are when a link is refused at its end', async () => {
    const picked = path.join(folderOfUploads(), path.basename(transfer.picture));
    const before = await stateOf(picked);
    const broken = await withOtherPicture('broken');
    const links = path.join(broken, 'links', 'links_00001.jsonl');
    const [first] = (await readFile(links, 'utf8')).split('\n').filter((line) => line.includes('"relation.basic"'));
    await appendFile(links, `\n${first}\n`);
    await writeFile(path.join(folderOfUploads(), 'of-an-editor.png'), PNG);
    // In a process of its own, which ends with it.
    const { code, out, err } = await runStrapi(transfer.empty, [...IMPORT, broken]);
    expect([code, out + err]).toEqual([1, expect.stringMatching(/duplicate key.*Import process failed/s)]);
    expect(await readFile(logIn(err) ?? '', 'utf8')).toContain('duplicate key');
    const names = [transfer.picture, transfer.overwritten, 'of-an-editor.png', OF_ANOTHER].map((each) =>
      path.basename(each),
    );
    expect(await uploads()).toEqual(names.sort());
    expect(await stateOf(picked)).toEqual(before);
  });

  it('leaves files and records as they are when its COMMIT is refused', async () => {
    const picked = path.join(folderOfUploads(), path.basename(transfer.picture));
    const before = await stateOf(picked);
    const names = await uploads();
    await query(
      transfer.empty,
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$;
       create constraint trigger refuse after insert on tags deferrable initially deferred for each row execute function refuse()`,
    );
    const { code, out, err } = await importInHost(await withOtherPicture('refused'));
    await query(transfer.empty, 'drop trigger refuse on tags; drop function refuse');
    expect([code, out + err]).toEqual([1, expect.stringContaining('refused by the test')]);
    expect(out).not.toContain('Import process has been completed successfully');
    expect([await uploads(), await stateOf(picked)]).toEqual([names, before]);
  });

  it('leaves records as they are when it is killed, and files from before in a hidden folder', async () => {
    const picked = path.join(folderOfUploads(), path.basename(transfer.picture));
    const before = await stateOf(picked);
    const killed = await withOtherPicture('killed');
    expect(
      (await runStrapi(signalAfter(transfer.empty, 'rename .before-import- SIGKILL'), [...IMPORT, killed])).code,
    ).toBe(137);
    const hidden = (await uploads()).filter((name) => name.startsWith('.before-import-'));
    expect(hidden.length).toBe(1);
    for (const each of hidden) {
      for (const name of await readdir(path.join(folderOfUploads(), each)))
        await rename(path.join(folderOfUploads(), each, name), path.join(folderOfUploads(), name));
      await rm(path.join(folderOfUploads(), each), { recursive: true });
    }
    expect(await stateOf(picked)).toEqual(before);
  });

  it('leaves files as they are when it fails while others are still to be written', async () => {
    const broken = path.join(transfer.folder, 'without-record');
    await unpackArchive({ archive: archive(), to: broken }, (type) => type.startsWith('plugin::upload'));
    const at = (kind: string, name: string) => path.join(broken, 'assets', kind, name);
    const described = path.basename(transfer.picture);
    const metadata = JSON.parse(await readFile(at('metadata', `${described}.json`), 'utf8'));
    const records = path.join(broken, 'entities', 'entities_00001.jsonl');
    const lines = (await readFile(records, 'utf8')).split('\n').filter(Boolean);
    const record = lines.map((line) => JSON.parse(line)).find(({ data }) => data.url === transfer.picture);
    const hashes = Array.from({ length: 40 }, (_, index) => `again_${index + 10}`);
    const kept = hashes.map((hash) => path.join(folderOfUploads(), `${hash}.png`));
    for (const [index, hash] of [...hashes, 'without_record'].entries()) {
      const [id, name, url] = [100_000 + index, `${hash}.png`, `/uploads/${hash}.png`];
      await writeFile(at('uploads', name), 'of the archive');
      await writeFile(at('metadata', `${name}.json`), JSON.stringify({ ...metadata, id, name, hash, url }));
      const data = { ...record.data, id, name, hash, url, documentId: hash.padEnd(24, '0') };
      if (index < hashes.length) await appendFile(records, `${JSON.stringify({ ...record, id, data })}\n`);
    }
    for (const file of kept) await writeFile(file, 'from before');
    const history = await readHistory(transfer.empty);
    const { code, out, err } = await importInHost(broken);
    expect([code, out + err]).toEqual([1, expect.stringContaining('File ID not found')]);
    expect(await Promise.all(kept.map((file) => readFile(file, 'utf8')))).toEqual(kept.map(() => 'from before'));
    expect(await uploads()).not.toContain('without_record.png');
    expect((await uploads()).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(await readHistory(transfer.empty)).toEqual(history);
  });
});

describe('an import that is interrupted', () => {
  const ASLEEP = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;

  // However late the signal is, the import cannot have ended: it waits at the first tag that it writes.
  beforeAll(() =>
    query(
      transfer.source,
      `create function wait() returns trigger language plpgsql as 'begin perform pg_sleep(86400); return new; end';
       create trigger wait before insert on tags for each row execute function wait()`,
    ),
  );

  // One that waits after its signal must not count for the next test.
  afterEach(() => query(transfer.source, `select pg_terminate_backend(pid, 60000) ${ASLEEP}`));

  afterAll(() => query(transfer.source, 'drop trigger wait on tags; drop function wait'));

  it.each([
    ['loads', (shown: string) => shown.includes('Are you sure')],
    ['writes', async () => (await query(transfer.source, `select ${ASLEEP}`)).length > 0],
  ])('while it %s ends with the exit code of the signal, and changes nothing', async (stage, isReached) => {
    const before = await readHistory(transfer.source);
    let child: ChildProcess | undefined;
    let shown = '';
    const ended = runStrapi(inRepository(), [...IMPORT_WITHOUT_FILES, archive()], (started) => {
      child = started;
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => {
          shown += chunk.toString();
        });
    });
    await Promise.race([waitFor(() => isReached(shown)), ended.then(() => Promise.reject(new Error(shown)))]);
    child?.kill('SIGINT');
    const { code, err } = await ended;
    expect([code, err]).toEqual([130, expect.stringContaining('was stopped')]);
    expect(err).not.toMatch(/\n\s+at /);
    expect(await readHistory(transfer.source)).toEqual(before);
    const log = logIn(err);
    if (stage === 'writes') expect(log).toBeDefined();
    if (log) await rm(log);
  });
});
