import { type Draft, readDraft, writeDraft } from './drafts';
import { moveRest } from './move-rest';

const own = { account: 3, uid: 'api::tag.tag', documentId: 'create tab' };
const created = { ...own, documentId: 'abc' };
const rest: Draft = { at: Date.now(), values: { name: '後' }, loaded: { name: '先' } };

describe('what is left of the draft of a new record that is created', () => {
  beforeEach(() => {
    const items = new Map<string, string>();
    const localStorage = {
      getItem: (name: string) => items.get(name) ?? null,
      removeItem: (name: string) => items.delete(name),
      setItem: (name: string, text: string) => items.set(name, text),
    };
    Object.assign(globalThis, { localStorage });
    writeDraft(own, rest);
  });

  /** Where the draft is, and with which change, once it was moved; `changes` is what the service says of the request. */
  const moved = async (change: number | undefined, changes: number[] | 'failed') => {
    const get = async () => {
      if (changes === 'failed') throw new Error('away');
      return { data: changes as never };
    };
    await moveRest(own, rest, { request: 'r1', documentId: 'abc', change }, get);
    return [readDraft(own)?.change, readDraft(created)?.change, readDraft(own) !== undefined];
  };

  it('becomes the draft of that record, with the change that has created it', async () => {
    expect(await moved(7, 'failed')).toEqual([undefined, 7, false]);
  });

  it('becomes so after the service is asked where the answer does not name the change', async () => {
    expect(await moved(undefined, [7])).toEqual([undefined, 7, false]);
  });

  it.each(['failed' as const, []])('stays a new record’s where nobody knows the change: %p', async (changes) => {
    expect(await moved(undefined, changes)).toEqual([undefined, undefined, true]);
  });
});
