import { registerPlanResources, topic } from '../../../../../../../tests/support/plan-resources';
import type { Json, JsonObject } from '../../../../../../common/json';
import type { EditFacts } from '../../store/history/counted-changes';
import { basesOfOthers, settleEdits } from './settle-edits';

beforeAll(registerPlanResources);

const BY: EditFacts = { change: 7, at: 0, door: 'panel', actor: { kind: 'panelUser', name: '林' } };
const STORED = { title: '甲', content: '文', related: [1, 2], questions: [{ id: 5, question: '改' }] };

/** What becomes of one field: `base` is what the last import said, undefined if nobody knows. */
function settle(
  name: string,
  sides: { base?: Json; now: Json; given: Json },
  { takesFile = false, isNew = false, decision }: { takesFile?: boolean; isNew?: boolean; decision?: boolean } = {},
) {
  const stored: JsonObject = { ...STORED, [name]: sides.now };
  const record: JsonObject = { ...stored, [name]: sides.given };
  const edits = { wasImported: true, isKnown: true, fields: { [name]: { base: sides.base, by: BY } } };
  const { settled, given } = settleEdits({ resource: topic, stored, record, edits }, [name], {
    ...{ takesFile, isNew, decide: () => decision },
  });
  return [settled[0]?.kind, record[name], given[name]];
}

describe('a field that people have changed since the last import', () => {
  it.each<[string, Parameters<typeof settle>, (Json | undefined)[]]>([
    [
      'stays if the file says what it said',
      ['title', { base: '一', now: '二', given: '一' }],
      ['edited', '二', undefined],
    ],
    [
      'gets what the file says if it is what it was',
      ['title', { base: '一', now: '一', given: '三' }],
      [undefined, '三', undefined],
    ],
    [
      'stays if the file says something new',
      ['title', { base: '一', now: '二', given: '三' }],
      ['conflict', '二', undefined],
    ],
    [
      'gets something new if the file is to win',
      ['title', { base: '一', now: '二', given: '三' }, { takesFile: true }],
      ['conflict', '三', undefined],
    ],
    [
      'stays although the file is to win, if it says nothing new',
      ['title', { base: '一', now: '二', given: '一' }, { takesFile: true }],
      ['edited', '二', undefined],
    ],
    [
      'gets what the file says where that is decided, also if it is nothing new',
      ['title', { base: '一', now: '二', given: '一' }, { decision: true }],
      ['conflict', '一', undefined],
    ],
    [
      'stays where that is decided, which the next import knows',
      ['title', { base: '一', now: '二', given: '三' }, { takesFile: true, decision: false }],
      ['conflict', '二', '三'],
    ],
    [
      'is not merged where somebody has decided',
      ['related', { base: [1, 2], now: [2, 3], given: [1, 2, 4] }, { decision: true }],
      ['conflict', [1, 2, 4], undefined],
    ],
    [
      'is as people have left it where somebody has decided',
      ['related', { base: [1, 2], now: [2, 3], given: [1, 2, 4] }, { decision: false }],
      ['conflict', [2, 3], [1, 2, 4]],
    ],
    [
      'stays if nobody knows what the import said',
      ['title', { now: '二', given: '三' }],
      ['conflict', '二', undefined],
    ],
    [
      'is noted if the file has come to say the same',
      ['title', { base: '一', now: '二', given: '二' }],
      [undefined, '二', '二'],
    ],
    [
      'is merged if it is a list, and what the file says is noted',
      ['related', { base: [1, 2], now: [2, 3], given: [1, 2, 4] }],
      ['merged', [2, 3, 4], [1, 2, 4]],
    ],
    [
      'is not merged if it has rows',
      [
        'questions',
        { base: [{ id: 5, question: '一' }], now: [{ id: 5, question: '二' }], given: [{ id: 5, question: '三' }] },
      ],
      ['conflict', [{ id: 5, question: '二' }], undefined],
    ],
    [
      'stays if rows without identifier say what they said',
      [
        'questions',
        { base: [{ id: 5, question: '一' }], now: [{ id: 5, question: '二' }], given: [{ id: null, question: '一' }] },
      ],
      ['edited', [{ id: 5, question: '二' }], undefined],
    ],
    [
      'of a record that is written anew is noted with what the import said',
      ['title', { base: '一', now: '二', given: '三' }, { isNew: true }],
      ['conflict', '二', '一'],
    ],
  ])('%s', (_, args, expected) => {
    expect(settle(...args)).toEqual(expected);
  });
});

it('notes what imports said of edited fields that a file leaves out', () => {
  const fields = { title: { base: '一', by: BY }, content: { base: '文', by: BY }, related: { base: [3], by: BY } };
  const edits = { wasImported: true, isKnown: true, fields };
  expect(basesOfOthers({ resource: topic, stored: STORED, edits }, ['title'])).toEqual({ related: [3] });
});
