import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources, views } from '../../src/resources';
import { withClient } from '../../src/runtime/pg-client';
import { type Citizen, register } from '../support/citizen';
import { type Answer, del, get, post, testService } from '../support/client';
import { createCompleteRecords, createGaps, pathsOf } from '../support/complete-records';
import { keyOf, make } from '../support/factory';
import {
  credentialsOf,
  removeService,
  root,
  runCommand,
  type Service,
  startNewService,
  startService,
} from '../support/service';
import { databaseUrlOf } from '../support/test-service';

/** Strapi's `export` and `import` preserve every answer, byte for byte (conventions 1.2). */

/** Starts three services and three commands. */
const PATIENCE = 240_000;

let source: Service;
let empty: Service;
let other: Service;
let folder: string;
let citizens: Citizen[];
let highest: Map<Resource, number>;
let answers: Map<string, string>;
/** Reads Strapi's id of the editor on this service. */
let editor: number;

beforeAll(async () => {
  [source, empty, other, folder] = await Promise.all([
    startService(),
    startNewService(),
    startNewService({ SAMPLE_DATA: 'true' }),
    mkdtemp(path.join(os.tmpdir(), 'rostra-transfer-')),
  ]);
  await turnTo(source);
  citizens = [await register(), await register()];
  for (const { path: emails, authorization } of citizens) {
    await post(emails, { email: 'second@example.org' }, { authorization });
  }
  await createCompleteRecords();
  highest = await createGaps(del);
  answers = await answersOf(await everyPath());
  await strapi(source, 'export', '--no-encrypt', '--no-compress', '-f', path.join(folder, 'all'));
  await Promise.all(
    [empty, other].map((target) => strapi(target, 'import', '--force', '-f', path.join(folder, 'all.tar'))),
  );
}, PATIENCE);

afterAll(async () => {
  for (const service of [source, empty, other]) if (service) await removeService(service);
  await rm(folder, { recursive: true, force: true });
}, PATIENCE);

describe('an export of Strapi', () => {
  it('leaves nothing behind but its file', async () => {
    expect(await readdir(folder)).toEqual(['all.tar']);
    expect((await readdir(root)).filter((name) => /^(export|import)_.*\.log$/.test(name))).toEqual([]);
  });

  it.each([
    ['an empty service', () => empty],
    ['a service that held other records', () => other],
  ])('imported into %s gives every answer back, and new records identifiers of their own', async (_, target) => {
    await turnTo(target());
    const imported = await answersOf(await everyPath());
    expect([...imported.keys()]).toEqual([...answers.keys()]);
    for (const [at, text] of answers) expect(`${at} ${imported.get(at)}`).toBe(`${at} ${text}`);
    expect(answers.size).toBeGreaterThan(500);
    for (const of of resources) {
      if (of.key.field) continue;
      expect({ [of.name]: keyOf(of, await make(of.kind)) > (highest.get(of) ?? 0) }).toEqual({ [of.name]: true });
    }
  });
});

describe('an import of what is there already', () => {
  it('leaves nothing in the history, although it writes every row anew', async () => {
    const read = () =>
      withClient({ connectionString: testService.databaseUrl }, async (client) => {
        const { rows } = await client.query(
          `select (select json_agg(r order by change) from rostra_revisions r) as revisions, (select json_agg(r order by resource, number) from rostra_records r) as records`,
        );
        return rows[0] as { revisions: unknown[]; records: unknown[] };
      });
    testService.databaseUrl = await databaseUrlOf(source);
    const before = await read();
    await strapi(source, 'import', '--force', '-f', path.join(folder, 'all.tar'));
    const after = await read();
    expect(after.revisions.slice(before.revisions.length)).toEqual([]);
    expect(after.records).toEqual(before.records);
    expect(before.records.length).toBeGreaterThan(100);
  });
});

/** Sends further requests to this service, with new log-ins: an import ends all sessions. */
async function turnTo(service: Service): Promise<void> {
  const { login, password } = (await credentialsOf(source.dataDir)).editor;
  testService.url = service.url;
  const { body } = await post('/api/auth/local', { identifier: login, password }, { as: 'public' });
  testService.tokens = { ...testService.tokens, editor: body.jwt as string };
  editor = body.user.id as number;
}

/** Returns the paths of every list and record of every resource, every view, and every citizen's addresses. */
async function everyPath(): Promise<string[]> {
  const read = async (at: string): Promise<Answer['body']> => (await get(at)).body;
  const records = await Promise.all(resources.map((of) => pathsOf(of, read)));
  const terms = (await read('/console/lab/terms')).rows as { index: number }[];
  const ofViews = views.flatMap(({ path: at, parameters }) => {
    if ('term' in parameters) return terms.map(({ index }) => `${at}?term=${index}`);
    return 'date' in parameters ? [`${at}?date=2016-03-01`] : [at];
  });
  return [...records.flat(), ...ofViews, ...citizens.map(({ path: emails }) => emails)];
}

async function answersOf(paths: string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const at of paths) {
    const { status, text } = await get(at);
    if (status !== 200) throw new Error(`${at}: ${status} ${text}`);
    // A timeline names its editor by Strapi's id, which an import changes: it must still be the same person.
    found.set(at, text.replaceAll(`"editor":${editor},`, '"editor":"editor",'));
  }
  return found;
}

/** Runs one of Strapi's commands for a service. */
async function strapi(service: Service, ...args: string[]): Promise<void> {
  const { code, out, err } = await runCommand('strapi', args, service.environment);
  if (code !== 0) throw new Error(`strapi ${args.join(' ')}: ${code}\n${out}\n${err}`);
}
