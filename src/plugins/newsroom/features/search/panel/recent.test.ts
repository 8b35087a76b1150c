import { noteOpened, recentOf } from './recent';

/** A storage as the browser's. */
function storageOf(isFull = false): Storage {
  const items = new Map<string, string>();
  const setItem = (name: string, text: string) => {
    if (isFull) throw new Error('QuotaExceededError');
    items.set(name, text);
  };
  return { getItem: (name: string) => items.get(name) ?? null, setItem } as Storage;
}

const bill = (documentId: string) => ({ uid: 'api::bill.bill', documentId });

describe('the records that an account has opened', () => {
  it('are kept for this account, the latest ten, each once', () => {
    const storage = storageOf();
    for (const id of [...'abcdefghijkc']) noteOpened(1, bill(id), storage);
    expect(recentOf(1, storage)).toEqual([...'ckjihgfedb'].map(bill));
    expect(recentOf(2, storage)).toEqual([]);
  });

  it('do not include addresses of people, or what is no record', () => {
    const storage = storageOf();
    for (const uid of ['api::citizen-email.citizen-email', 'plugin::users-permissions.user'])
      noteOpened(1, { uid, documentId: 'a' }, storage);
    expect(recentOf(1, storage)).toEqual([]);
    storage.setItem(
      'newsroom.recent 1',
      '[1, {"uid": "api::bill.bill"}, {"uid": "api::bill.bill", "documentId": "a"}, {"uid": "api::bill.bill", "documentId": "b,c"}]',
    );
    expect(recentOf(1, storage)).toEqual([bill('a')]);
    storage.setItem('newsroom.recent 1', '{');
    expect(recentOf(1, storage)).toEqual([]);
  });

  it('are forgotten where the storage is full', () => {
    expect(() => noteOpened(1, bill('a'), storageOf(true))).not.toThrow();
  });
});
