import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writePlan } from '../../../../rostra/server/src/plan/file';
import type { Change, PlanEdit, Summary } from '../../../../rostra/server/src/plan/types';
import { PAGE_SIZE, planPath, readChanges, readCreated, readEdits, storeEdits, writeIndex } from './pages';

const SUMMARY: Summary = {
  counts: {},
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

const edit = (number: number, kind: PlanEdit['kind']): PlanEdit => ({
  file: 'a.json',
  record: 1,
  resource: 'acts',
  number,
  kind,
  path: 'title',
  isTaken: false,
});

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-pages-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function planWith(edits: PlanEdit[], changes: Change[] = []): Promise<void> {
  const plan = writePlan(planPath(folder), { sources: ['a.json'], database: '1/2' });
  for (const each of edits) await plan.edit(each);
  for (const each of changes) await plan.write(each);
  await plan.note({ resource: 'acts', number: 1, fields: { rows: [{ resource: 'acts', action: 'create' }] } });
  await plan.finish(SUMMARY);
  await storeEdits(folder, SUMMARY);
  await writeIndex(folder, () => undefined);
}

describe('pages of what people have done', () => {
  it('list all of it, what is to be decided first', async () => {
    await planWith([...Array.from({ length: PAGE_SIZE }, (_, index) => edit(index, 'edited')), edit(99, 'conflict')]);
    const [first, second] = [await readEdits(folder, 1), await readEdits(folder, 2)];
    expect([first.total, first.rows.length, first.rows[0]?.number, first.rows[1]?.number]).toEqual([21, 20, 99, 0]);
    expect(second.rows).toEqual([edit(19, 'edited')]);
    expect((await readChanges(folder, { resource: 'acts', action: 'create', page: 1 })).total).toBe(0);
  });

  it('forget what a former plan had, also if the next one has faults', async () => {
    await planWith([edit(1, 'conflict'), edit(2, 'deleted')]);
    await planWith([edit(3, 'deleted')]);
    expect((await readEdits(folder, 1)).rows).toEqual([edit(3, 'deleted')]);
    await storeEdits(folder, { ...SUMMARY, faultCount: 1, edits: [edit(4, 'edited')] });
    expect((await readEdits(folder, 1)).rows).toEqual([edit(4, 'edited')]);
  });
});

describe('records that a plan creates', () => {
  it('are found by their numbers', async () => {
    const created = [7, -2_000_000_001, 9].map(
      (number): Change => ({
        ...{ resource: 'acts', number, action: 'create', file: 'a.json', record: 1, before: null, from: {} },
        to: { number: 1, title: `法${number}` },
      }),
    );
    await planWith([], created);
    const found = await readCreated(folder, 'acts', new Set([-2_000_000_001, 9, 10]));
    expect(found).toEqual(created.slice(1));
    await planWith([]);
    expect(await readCreated(folder, 'acts', new Set([9]))).toEqual([]);
  });
});
