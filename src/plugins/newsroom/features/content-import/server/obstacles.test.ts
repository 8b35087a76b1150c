import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { accounts, resources } from '../../../../../resources';
import type { BatchReversal } from '../../../../rostra/server/src/plan/restoring/reverse-batch';
import type { Conflict } from '../../../../rostra/server/src/plan/restoring/walk';
import { register } from '../../../../rostra/server/src/resource/registry';
import { openObstacles, readObstacles } from './obstacles';

const by = { change: 7, at: 1000, door: 'panel', actor: { name: '林編輯' }, batch: null };
const conflict = (publicId: number, more: Partial<Conflict> = {}): Conflict => ({
  ...{ resource: 'rs_bills', publicId, path: 'content', kind: 'changed', by },
  ...more,
});
const refusal = (number: number, faults: { path: string; code: string; message: string }[], resource = 'rs_bills') =>
  ({ resource, number, file: '', record: 0, faults }) as BatchReversal['refusals'][number];
const resultOf = (some: Partial<BatchReversal> = {}) =>
  ({ refusals: [], blockers: [], ...some }) as object as BatchReversal;

describe('what stands in the way of an undo', () => {
  let root: string;
  const folder = () => path.join(root, 'list');

  beforeAll(() => register({ resources: [...resources, ...accounts], views: [], endpoints: [] }));
  beforeEach(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'rostra-obstacles-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('is counted by record and listed page by page, however much it is, of the last attempt only', async () => {
    const { listener, finish } = openObstacles(folder(), 'refuse');
    for (const count of [1500, 1203]) {
      listener.begin();
      for (let number = 1; number <= count; number += 1)
        listener.add({ conflicts: [conflict(number), conflict(number, { path: 'date' })] });
      listener.add({ conflicts: [] });
    }
    expect(await finish(resultOf({ refusals: [refusal(1, [])] }))).toEqual({
      refusalCount: 1203,
      mayBeMore: true,
      keptCount: 0,
    });
    const last = await readObstacles(folder(), 61);
    expect([last.total, last.rows.map(({ number }) => number)]).toEqual([1203, [1201, 1202, 1203]]);
    expect(last.rows[0]?.reasons).toEqual([
      { kind: 'changed', path: 'content', by },
      { kind: 'changed', path: 'date', by },
    ]);
  });

  it('names what is missing, rules that values break, and kinds without values', async () => {
    const { listener, finish } = openObstacles(folder(), 'refuse');
    listener.begin();
    const missing = { kind: 'missing' as const, missing: { resource: 'acts', publicId: 5, isDeleted: true } };
    listener.add({ conflicts: [conflict(1, missing)] });
    const fault = { path: 'content', code: 'REQUIRED' as const, message: 'is required' };
    listener.add({ conflicts: [], refusal: refusal(2, [fault]) });
    listener.add({ conflicts: [], refusal: refusal(3, [{ ...fault, path: '' }], 'citizen_emails') });
    expect(await finish(resultOf())).toEqual({ refusalCount: 3, mayBeMore: true, keptCount: 0 });
    expect((await readObstacles(folder(), 1)).rows.map(({ number, reasons }) => [number, ...reasons])).toEqual([
      [1, { kind: 'missing', path: 'content', by, other: { resource: 'acts', publicId: 5 } }],
      [2, { kind: 'invalid', path: 'content', fault: { code: 'REQUIRED', message: 'is required' } }],
      [3, { kind: 'private', path: '' }],
    ]);
  });

  it('is what only writing finds, by record, where nothing else is', async () => {
    const { listener, finish } = openObstacles(folder(), 'refuse');
    listener.begin();
    const uses = (field: string) => [{ path: field, code: 'INVALID_VALUE', message: 'refers to one of rs_tags' }];
    const refusals = [refusal(1, uses('tags')), refusal(1, uses('act_id')), refusal(2, uses('tags'))];
    const result = resultOf({ refusals, blockers: [conflict(1, { path: 'tags' })] });
    expect(await finish(result)).toEqual({ refusalCount: 2, keptCount: 0 });
    expect((await readObstacles(folder(), 1)).rows).toEqual([
      {
        ...{ resource: 'rs_bills', number: 1 },
        reasons: [
          { kind: 'inUse', path: 'tags', by },
          { kind: 'inUse', path: 'act_id' },
        ],
      },
      { resource: 'rs_bills', number: 2, reasons: [{ kind: 'inUse', path: 'tags' }] },
    ]);
  });

  it('is nothing that is to be kept, which is counted', async () => {
    const { listener, finish } = openObstacles(folder(), 'keep');
    listener.begin();
    for (const number of [1, 2]) listener.add({ conflicts: [conflict(number)] });
    expect(await finish(resultOf())).toEqual({ refusalCount: 0, keptCount: 2 });
    expect(await readObstacles(folder(), 1)).toMatchObject({ rows: [], total: 0 });
  });
});
