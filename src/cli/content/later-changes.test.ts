import type { RevisionOfChange } from '../../plugins/rostra/server/src/store/history/change-details';
import { isOpposite } from './later-changes';

const revision = (action: RevisionOfChange['action'], fields: RevisionOfChange['fields'] = null): RevisionOfChange => ({
  publicId: 1,
  action,
  fields,
});

describe('a restore that names a change', () => {
  it.each([
    ['takes it back', revision('change', { a: [1, 2], b: [1, 2] }), revision('change', { a: [3, 1] }), true],
    ['returns to it', revision('change', { a: [1, 2] }), revision('change', { a: [3, 2], b: [2, 1] }), false],
    ['takes a creation back', revision('create'), revision('remove'), true],
    ['returns to a creation', revision('create'), revision('change', { a: [3, 1] }), false],
    ['takes a deletion back', revision('remove'), revision('create'), true],
    ['knows nothing of erased values', revision('change', { a: null }), revision('change', { a: null }), false],
  ])('%s', (_, former, later, expected) => {
    expect(isOpposite(former, later)).toBe(expected);
  });
});
