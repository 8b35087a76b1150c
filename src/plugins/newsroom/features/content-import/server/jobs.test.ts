import { PLAN_VERSION } from '../../../../rostra/server/src/plan/file';
import { type StoredJob, withoutOldPlan } from './jobs';

it('a plan of another version must be made again', () => {
  const job = { id: 'a', kind: 'import', state: 'planned', plan: 'p' } as unknown as StoredJob;
  expect(withoutOldPlan({ ...job, planVersion: PLAN_VERSION })).toMatchObject({ state: 'planned', plan: 'p' });
  const old = withoutOldPlan({ ...job, planVersion: PLAN_VERSION - 1 });
  expect(old).toMatchObject({ state: 'failed', message: expect.stringContaining('make it again') });
  expect(old.plan).toBeUndefined();
  expect(withoutOldPlan(job).state).toBe('failed');
  expect(withoutOldPlan({ ...job, state: 'uploading' }).state).toBe('uploading');
});
