import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writePlan } from '../../plugins/rostra/server/src/plan/file';
import type { PlanEdit, Summary } from '../../plugins/rostra/server/src/plan/types';
import { describeEdits } from './print-edits';

const edit = (number: number, kind: PlanEdit['kind']): PlanEdit => ({
  ...{ file: 'acts.json', record: number, resource: 'acts', number, kind, path: 'title', isTaken: false },
  ...{ stored: '二', given: '三', base: '一' },
});

const EDITS = [edit(1, 'edited'), edit(2, 'edited'), edit(3, 'conflict')];

/** Of each kind a summary lists only the first ones. */
const SUMMARY: Summary = {
  counts: {},
  faults: [],
  faultCount: 0,
  warnings: [],
  warningCount: 0,
  edits: [edit(1, 'edited'), edit(3, 'conflict')],
  editCounts: { edited: 2, conflict: 1 },
  noteCount: 0,
  adoptedCount: 0,
  identified: [],
  identifiedCount: 0,
  ignored: {},
  withoutKey: 0,
};

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'rostra-edits-'));
  const plan = writePlan(path.join(folder, 'a.plan'), { sources: ['acts.json'], database: '1/2' });
  for (const each of EDITS) await plan.edit(each);
  await plan.finish(SUMMARY);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('what people have done', () => {
  it.each([
    [1, ['Conflict, kept: acts 3', '… and 2 more']],
    [9, ['Conflict, kept: acts 3', 'Kept: acts 1', 'Kept: acts 2']],
  ])('is listed as far as asked, conflicts first', async (show, expected) => {
    const texts: string[] = [];
    for await (const text of describeEdits(path.join(folder, 'a.plan'), SUMMARY, show)) texts.push(text);
    expect(texts.slice(0, -2).map((text) => text.replace(/ \(.*/s, ''))).toEqual(expected);
    expect(texts.slice(-2)).toEqual([expect.stringContaining('1 field'), expect.stringContaining('2 fields')]);
  });

  it.each([
    [1, '1 record deleted by hand: it stays deleted; --restore-deleted brings it back.'],
    [
      2,
      '2 records deleted by hand: they stay deleted; --restore-deleted brings them back, --take RESOURCE/ID one of them.',
    ],
  ])('is summed up in words for one, and for several', async (deleted, expected) => {
    const summary = { ...SUMMARY, edits: [], editCounts: { deleted } };
    const texts: string[] = [];
    for await (const text of describeEdits(path.join(folder, 'a.plan'), summary, 0)) texts.push(text);
    expect(texts.at(-1)).toBe(expected);
  });

  it('says why a record stays that its source no longer has', async () => {
    const by = { change: 1, at: Date.UTC(2026, 0, 2), door: 'panel', actor: { name: '王' } } as PlanEdit['by'];
    const gone: PlanEdit[] = [
      { ...edit(1, 'gone'), path: '', stay: { reason: 'restored' }, ...(by && { by }) },
      {
        ...edit(2, 'gone'),
        path: '',
        stay: { reason: 'known', sources: ['lis'], dependent: { resource: 'terms', number: 3 } },
      },
      { ...edit(4, 'gone'), path: '', stay: { reason: 'unknown' }, isTaken: true },
      { ...edit(5, 'gone'), path: '', stay: { reason: 'required', user: { resource: 'rs_bills', number: 6 } } },
      { ...edit(6, 'gone'), path: '', stay: { reason: 'changed' } },
      { ...edit(7, 'gone'), path: '', stay: { reason: 'kept', dependent: { resource: 'terms', number: 3 } } },
    ];
    const summary = { ...SUMMARY, edits: gone, editCounts: { gone: 6 } };
    const texts: string[] = [];
    for await (const text of describeEdits(path.join(folder, 'a.plan'), summary, 9)) texts.push(text);
    expect(texts.slice(0, 6).map((text) => text.replace(/ \(.*?\)/, ''))).toEqual([
      'Kept: acts 1: no longer at the source; it was restored by 王, 2026-01-02 00:00 UTC',
      'Kept: acts 2: no longer at the source; terms 3, which belongs to it, is known to lis, too',
      'Removed: acts 4: no longer at the source; it was there before history began, and nobody knows who made it',
      'Kept: acts 5: no longer at the source; it is required by rs_bills 6',
      'Kept: acts 6: no longer at the source; it was changed by hand',
      'Kept: acts 7: no longer at the source; terms 3, which belongs to it, is to be kept',
    ]);
  });
});
