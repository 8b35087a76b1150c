import {
  adoptDraft,
  type Draft,
  draftText,
  moveDraft,
  readDraft,
  removeDraft,
  removeOldDrafts,
  writeDraft,
} from './drafts';

const DAY = 24 * 60 * 60 * 1000;

/** A storage as the browser's, with room for so many characters. */
function storageOf(room = Number.POSITIVE_INFINITY): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    removeItem: (name) => void items.delete(name),
    setItem: (name, text) => {
      const others = [...items].filter(([other]) => other !== name);
      if (others.reduce((sum, [, { length }]) => sum + length, text.length) > room)
        throw new Error('QuotaExceededError');
      items.set(name, text);
    },
  };
}

const key = { account: 3, uid: 'api::bill.bill', documentId: 'abc' };
const draftOf = (text: string, at = 1000): Draft => ({ at, change: 5, values: { text }, loaded: { text: '舊' } });

describe('a draft', () => {
  it('is kept for one account and one record', () => {
    const storage = storageOf();
    writeDraft(key, draftOf('新'), storage);
    expect(readDraft(key, storage, 2000)).toEqual(draftOf('新'));
    for (const other of [{ account: 4 }, { uid: 'api::vote.vote' }, { documentId: 'create' }])
      expect(readDraft({ ...key, ...other }, storage, 2000)).toBeUndefined();
    removeDraft(key, storage);
    expect(readDraft(key, storage, 2000)).toBeUndefined();
  });

  it('goes after 30 days', () => {
    const storage = storageOf();
    writeDraft(key, draftOf('新'), storage);
    removeOldDrafts(storage, 1000 + 30 * DAY - 1);
    expect(readDraft(key, storage, 1000 + 30 * DAY - 1)).toEqual(draftOf('新'));
    expect(readDraft(key, storage, 1000 + 30 * DAY)).toBeUndefined();
    removeOldDrafts(storage, 1000 + 30 * DAY);
    expect(storage.length).toBe(0);
  });

  it('displaces the oldest ones where the storage is full, and nothing else', () => {
    const storage = storageOf(280);
    storage.setItem('other', 'x'.repeat(100));
    writeDraft({ ...key, documentId: 'newer' }, draftOf('a', 2000), storage);
    writeDraft({ ...key, documentId: 'older' }, draftOf('b', 1000), storage);
    writeDraft(key, draftOf('新', 3000), storage);
    const kept = ['abc', 'newer', 'older'].map((documentId) => readDraft({ ...key, documentId }, storage, 4000)?.at);
    expect(kept).toEqual([3000, 2000, undefined]);
    expect(writeDraft(key, draftOf('x'.repeat(400), 5000), storage)).toBeUndefined();
    expect(readDraft(key, storage, 6000)).toBeUndefined();
    expect(storage.getItem('other')).toHaveLength(100);
  });

  it('of a new record is that of one tab, and the last one of closed tabs goes to the next one', () => {
    const storage = storageOf();
    const keyOf = (tab: string, account = 3) => ({ ...key, account, documentId: `create${tab}` });
    for (const [tab, at] of [
      [' open', 4000],
      [' closed', 3000],
      ['', 2000],
    ] as const)
      writeDraft(keyOf(tab), draftOf(tab, at), storage);
    writeDraft(keyOf(' closed', 4), draftOf('another account', 3500), storage);
    writeDraft({ ...key, documentId: 'created' }, draftOf('another record', 3500), storage);
    const kept = ['create open'];
    const adopted = [' a', ' b', ' c'].map((tab) => {
      kept.push(`create${tab}`);
      for (const _ of [1, 2]) adoptDraft(keyOf(tab), (documentId) => kept.includes(documentId), storage);
      return readDraft(keyOf(tab), storage, 5000)?.at;
    });
    expect(adopted).toEqual([3000, 2000, undefined]);
  });

  it('of a closed tab stays where there is no room for two', () => {
    const storage = storageOf(200);
    const [closed, own] = [
      { ...key, documentId: 'create closed' },
      { ...key, documentId: 'create own' },
    ];
    writeDraft(closed, draftOf('x'.repeat(60)), storage);
    adoptDraft(own, (documentId) => documentId === own.documentId, storage);
    expect([closed, own].map((each) => readDraft(each, storage, 2000)?.at)).toEqual([1000, undefined]);
  });

  it('of a new record moves to the one that was created, unless there is no room', () => {
    const storage = storageOf(200);
    const [created, own] = [key, { ...key, documentId: 'create own' }];
    const text = writeDraft(own, draftOf('新'), storage);
    expect(draftText(own, storage)).toBe(text);
    moveDraft(own, created.documentId, draftOf('x'.repeat(200)), storage);
    expect([draftText(own, storage), draftText(created, storage)]).toEqual([text, null]);
    moveDraft(own, created.documentId, draftOf('後'), storage);
    expect([draftText(own, storage), readDraft(created, storage, 2000)]).toEqual([null, draftOf('後')]);
  });

  it('of a new record stays where the record that was created has one already', () => {
    const storage = storageOf();
    const own = { ...key, documentId: 'create own' };
    const now = Date.now();
    writeDraft(own, draftOf('新', now), storage);
    writeDraft(key, draftOf('在那一筆', now), storage);
    moveDraft(own, key.documentId, draftOf('後', now), storage);
    expect([own, key].map((each) => readDraft(each, storage)?.values.text)).toEqual(['新', '在那一筆']);
  });

  it('that cannot be read is none', () => {
    const storage = storageOf();
    for (const text of ['{', '3', '{"at":"x","values":{},"loaded":{}}', '{"at":1,"values":[],"loaded":{}}']) {
      storage.setItem('newsroom.draft 3 api::bill.bill abc', text);
      expect(readDraft(key, storage, 2)).toBeUndefined();
    }
    removeOldDrafts(storage, 31 * DAY);
    expect(storage.length).toBe(0);
  });
});
