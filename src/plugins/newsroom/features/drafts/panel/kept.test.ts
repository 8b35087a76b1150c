import { type Draft, writeDraft } from './drafts';
import { isDraftKept, keepDraft, leaveKept, leaveTextId, leaveTextIdDuring } from './kept';
import { newDocument } from './tabs';

const key = { account: 3, uid: 'api::bill.bill', documentId: 'abc' };
const draftOf = (text: string): Draft => ({ at: 1000, values: { text }, loaded: {} });

describe('whether the draft of the open form is kept', () => {
  const items = new Map<string, string>();
  let isFull = false;

  beforeEach(() => {
    items.clear();
    isFull = false;
    const localStorage = {
      length: 0,
      getItem: (name: string) => items.get(name) ?? null,
      removeItem: (name: string) => items.delete(name),
      setItem: (name: string, text: string) => {
        if (isFull) throw new Error('QuotaExceededError');
        items.set(name, text);
      },
    };
    Object.assign(globalThis, { localStorage, navigator: {} });
  });

  it('is so once this tab has written it, until the form is left or saved', () => {
    expect(isDraftKept()).toBe(false);
    keepDraft(key, draftOf('新'), true);
    expect([isDraftKept(), leaveTextId.get()]).toEqual([true, 'newsroom.drafts.leave']);
    leaveKept();
    expect([isDraftKept(), leaveTextId.get()]).toEqual([false, undefined]);
    keepDraft(key, draftOf('新'), true);
    items.clear();
    expect(isDraftKept()).toBe(false);
  });

  it('is not so where the storage is full, another tab has taken its place, or nothing of it would be offered', () => {
    keepDraft(key, draftOf('新'), true);
    writeDraft(key, draftOf('另一頁'));
    expect(isDraftKept()).toBe(false);
    keepDraft(key, draftOf('只搜尋'), false);
    expect(isDraftKept()).toBe(false);
    isFull = true;
    keepDraft(key, draftOf('新'), true);
    expect(isDraftKept()).toBe(false);
  });

  it('is said while its own form is saved, not while that of a linked record is', () => {
    const leave = 'newsroom.drafts.leave';
    const { uid, documentId: target } = key;
    keepDraft(key, draftOf('新'), true);
    expect(leaveTextIdDuring(() => [{ uid, target }]).get()).toBe(leave);
    for (const other of [{ uid, target: 'other' }, { uid: 'api::act.act', target }, { uid }])
      expect([leaveTextIdDuring(() => [other]).get(), leaveTextIdDuring(() => [{ uid, target }, other]).get()]).toEqual(
        [undefined, undefined],
      );
    keepDraft({ ...key, documentId: newDocument() }, draftOf('新'), true);
    expect([leaveTextIdDuring(() => [{ uid }]).get(), leaveTextIdDuring(() => [{ uid, target }]).get()]).toEqual([
      leave,
      undefined,
    ]);
  });
});
