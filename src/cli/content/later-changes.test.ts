import type { RevisionOfChange } from '../../plugins/rostra/server/src/store/history/change-details';
import { wayOf } from './later-changes';

const revision = (action: RevisionOfChange['action'], fields: RevisionOfChange['fields'] = null): RevisionOfChange => ({
  publicId: 1,
  action,
  fields,
});

describe('a restore that names a change', () => {
  it.each([
    ['takes it back', revision('change', { a: [1, 2], b: [1, 2] }), revision('change', { a: [3, 1] }), 'takenBack'],
    ['returns to it', revision('change', { a: [1, 2] }), revision('change', { a: [3, 2], b: [2, 1] }), 'restored'],
    ['takes a creation back', revision('create'), revision('remove'), 'takenBack'],
    ['returns to a creation', revision('create'), revision('change', { a: [3, 1] }), 'restored'],
    ['takes a deletion back', revision('remove'), revision('create'), 'takenBack'],
    [
      'does not tell if values were erased',
      revision('change', { a: null }),
      revision('change', { a: null }),
      undefined,
    ],
    ['does not tell if the record was erased', revision('change'), revision('change'), undefined],
    [
      'does not tell of a record that was deleted since',
      revision('change', { a: [1, 2] }),
      revision('create'),
      undefined,
    ],
  ])('%s', (_, former, later, expected) => {
    expect(wayOf(former, later)).toBe(expected);
  });
});
