import type { EditFacts } from '../../store/history/counted-changes';
import { reasonOf } from './reasons-to-stay';

const by: EditFacts = { change: 1, at: 0, door: 'panel', actor: {} };
const imported = { publicId: 1, isImported: true, made: null, restored: null };

describe('a record that its source no longer has', () => {
  it.each([
    ['goes if only imports have made it', { creation: imported }, undefined],
    ['stays if a person has made it', { creation: { ...imported, made: by } }, 'made'],
    ['stays if a person has brought it back', { creation: { ...imported, restored: by } }, 'restored'],
    ['stays if a person has changed it', { creation: imported, changed: by }, 'changed'],
    ['stays if another source knows it', { creation: imported, sources: ['ly-open'] }, 'known'],
    ['stays if nobody knows who made it', { creation: { ...imported, isImported: false } }, 'unknown'],
    ['stays if history knows nothing of it', {}, 'unknown'],
  ])('%s', (_, facts, reason) => {
    expect(reasonOf(facts)?.reason).toBe(reason);
  });
});
