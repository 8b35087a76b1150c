import { registerPlanResources, report } from '../../../../../../../tests/support/plan-resources';
import type { EditFacts } from '../../store/history/counted-changes';
import { changedSince, reasonOf } from './reasons-to-stay';

beforeAll(registerPlanResources);

const by: EditFacts = { change: 1, at: 0, door: 'panel', actor: {} };
const imported = { publicId: 1, isImported: true, made: null, restored: null };

describe('a record that its source no longer has', () => {
  it.each([
    ['goes if only imports have made it', { creation: imported }, undefined],
    ['stays if a person has made it', { creation: { ...imported, made: by } }, 'made'],
    ['stays if a person has brought it back', { creation: { ...imported, restored: by } }, 'restored'],
    ['stays if a person has changed it', { creation: imported, changed: { by } }, 'changed'],
    ['stays if people have changed it, though nobody knows who', { creation: imported, changed: {} }, 'changed'],
    ['stays if another source knows it', { creation: imported, sources: ['ly-open'] }, 'known'],
    ['stays if nobody knows who made it', { creation: { ...imported, isImported: false } }, 'unknown'],
    ['stays if history knows nothing of it', {}, 'unknown'],
  ])('%s', (_, facts, reason) => {
    expect(reasonOf(facts)?.reason).toBe(reason);
  });
});

describe('what people have changed', () => {
  const record = { title: '甲', topic: null, questions: [5, 7], rows: [] };
  const changed = (fields: Parameters<typeof edits>[0]) => changedSince(report, record, edits(fields));
  const edits = (fields: Record<string, { base?: string | number[] | null; written?: number[]; by?: EditFacts }>) => ({
    wasImported: true,
    isKnown: true,
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, { by: who, base, ...more }]) => [name, { base, by: who, ...more }]),
    ),
  });

  it('is what differs from what the last import said, also in a merged list that an import has written', () => {
    expect(changed({ questions: { base: [5], by } })).toEqual({ by });
    expect(changed({ questions: { base: [5] } })).toEqual({ by: undefined });
    expect(changed({ questions: { base: [5, 7], by }, topic: { base: null } })).toBeUndefined();
    expect(changed({})).toBeUndefined();
    // An import has written the list because of what other records said.
    expect(changed({ questions: { base: [5], written: [5, 7], by } })).toBeUndefined();
    expect(changed({ questions: { base: [5], written: [7], by } })).toEqual({ by });
  });

  it('is what nobody knows the import’s word of', () => {
    expect(changed({ title: { by } })).toEqual({ by });
    expect(changed({ title: {} })).toBeUndefined();
  });
});
