import type { Draft } from './drafts';
import { findStored, withChange } from './stored';

const draft: Draft = {
  at: 50,
  values: {},
  loaded: {},
  unanswered: { requests: ['a', 'b', 'c'].map((id, index) => ({ id, at: 40 + 10 * index })), attributes: [] },
};

/** Answers as the service, by the end of the path. */
const answering = (answers: Record<string, unknown>) => async (path: string) => {
  const answer = Object.entries(answers).find(([end]) => path.includes(end))?.[1];
  return { data: (answer ?? []) as never };
};

describe('the draft of a form whose save got no answer', () => {
  it.each([
    ['none is stored', {}, undefined],
    ['one is, before something was typed', { 'requests/a': [7] }, { request: 'a', isWhole: false }],
    ['one is, after it', { 'requests/a': [7], 'requests/b': [8] }, { request: 'b', isWhole: true }],
  ])('of a record: %s', async (_, answers, expected) => {
    expect(await findStored(draft, false, answering(answers))).toEqual(expected);
  });

  it.each([
    [
      'is there',
      [{ action: 'create', record: { number: 3, documentId: 'abc', title: '甲' } }],
      { request: 'b', isWhole: true, created: { documentId: 'abc', title: '甲', change: 8 } },
    ],
    ['is deleted', [{ action: 'create', record: { number: 3 } }], undefined],
    ['may not be read', [], { request: 'b', isWhole: true }],
  ])('of a new record that %s', async (_, rows, expected) => {
    expect(await findStored(draft, true, answering({ 'requests/b': [8], 'changes=8': { rows } }))).toEqual(expected);
  });

  it('gets the change that has created its record, if the service tells it', async () => {
    const get = answering({ 'requests/a': [7, 8] });
    const plain: Draft = { at: 50, values: {}, loaded: {} };
    expect(await withChange({ ...plain, createdBy: 'a' }, get)).toEqual({ ...plain, change: 8 });
    expect(await withChange({ ...plain, createdBy: 'b' }, get)).toEqual({ ...plain, createdBy: 'b' });
    const away = () => Promise.reject(new Error('away'));
    expect(await withChange({ ...plain, createdBy: 'a' }, away)).toEqual({ ...plain, createdBy: 'a' });
    expect(await withChange(plain, away)).toEqual(plain);
  });
});
