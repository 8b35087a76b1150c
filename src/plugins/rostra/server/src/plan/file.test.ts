import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openPlan, PLAN_VERSION, PlanFileError, writePlan } from './file';
import type { Change, PlanEdit, Summary } from './types';

const SUMMARY: Summary = {
  counts: { acts: { created: 1, changed: 0, removed: 0, unchanged: 2 } },
  faults: [],
  faultCount: 0,
  warnings: [],
  warningCount: 0,
  edits: [],
  editCounts: {},
  noteCount: 0,
  adoptedCount: 0,
  identified: [],
  identifiedCount: 0,
  ignored: {},
  withoutKey: 0,
};

const change = (number: number, title: string): Change => ({
  resource: 'acts',
  number,
  action: 'create',
  file: 'acts.json',
  record: number,
  before: null,
  from: {},
  to: { title },
});

let folder = '';
let file = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-plan-'));
  file = path.join(folder, 'a.plan');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(changes: Change[]): Promise<void> {
  const plan = writePlan(file, { sources: ['acts.json'], database: '1/2' });
  for (const each of changes) await plan.write(each);
  await plan.finish(SUMMARY);
}

const changesOf = async (): Promise<Change[]> => all((await openPlan(file)).changes());

async function all<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of lines) found.push(each);
  return found;
}

const PLACE = { file: 'acts.json', record: 1 };

describe('the file of a plan', () => {
  it('returns what was written, whatever the texts contain', async () => {
    const changes = [
      change(1, '勞動基準法\u2028第二行\u2029\r\n'),
      change(2, '"summary":{}'),
      change(3, 'x'.repeat(3_000_000)),
    ];
    await write(changes);
    expect(await changesOf()).toEqual(changes);
    const { head, summary } = await openPlan(file);
    expect([head.sources, summary]).toEqual([['acts.json'], SUMMARY]);
    expect(await readdir(folder)).toEqual(['a.plan']);
  });

  it('has a line for each edit by hand, and for what the input says', async () => {
    const plan = writePlan(file, { sources: ['acts.json'], database: '1/2' });
    const edit: PlanEdit = { ...PLACE, resource: 'acts', number: 3, kind: 'edited', path: 'title', isTaken: false };
    await plan.write(change(1, '甲'));
    await plan.note({ resource: 'acts', number: 2, fields: { title: '乙' } });
    await plan.edit(edit);
    await plan.finish(SUMMARY);
    const { edits, records } = await openPlan(file);
    expect(await all(edits())).toEqual([edit]);
    expect((await all(records())).map(({ number }) => number)).toEqual([1, 2, 3]);
  });

  it('gets its name when it is complete', async () => {
    const plan = writePlan(file, { sources: [], database: '1/2' });
    await plan.write(change(1, '甲'));
    expect(await readdir(folder)).not.toContain('a.plan');
    await plan.abandon();
    expect(await readdir(folder)).toEqual([]);
  });

  it('cannot be written to a missing folder, even if the error comes late', async () => {
    const plan = writePlan(path.join(folder, 'missing', 'a.plan'), { sources: [], database: '1/2' });
    // More than the stream takes without waiting for the file.
    await expect(plan.write(change(1, '甲'.repeat(100_000)))).rejects.toThrow(PlanFileError);
    await plan.abandon();
  });

  it('is refused if it was cut off or changed, or is not a plan', async () => {
    await write([change(1, '甲'), change(2, '乙')]);
    const complete = await readFile(file, 'utf8');
    for (const text of [
      '',
      '[]',
      'no plan',
      complete.split('\n').slice(0, -2).join('\n'),
      complete.split('\n').slice(0, 2).join('\n'),
      complete.replace('乙', '丙'),
      complete.replace(`"version":${PLAN_VERSION}`, '"version":2'),
    ]) {
      await writeFile(file, text);
      await expect(openPlan(file)).rejects.toThrow(PlanFileError);
    }
    await writeFile(file, complete);
    await appendFile(file, '{"action":"create"}\n');
    await expect(openPlan(file)).rejects.toThrow(PlanFileError);
  });
});
