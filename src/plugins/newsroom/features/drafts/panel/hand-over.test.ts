import { type Draft, readDraft, writeDraft } from './drafts';
import { handOver } from './hand-over';

const own = { account: 3, uid: 'api::tag.tag', documentId: 'create tab' };
const record = { ...own, documentId: 'abc' };
const sentAt = Date.now() - 1000;

const draftOf = (name: string, at = sentAt + 1): Draft => ({
  at,
  values: { name, isLaw: true },
  loaded: {},
  unanswered: { requests: [{ id: 'r1', at: sentAt }], attributes: [] },
  sent: [{ request: 'r1', values: { name: '先', isLaw: true } }],
});

/** What a form writes that does not know any more of its save: it is answered. */
const typedOf = (name: string): Draft => ({ at: sentAt + 2, values: { name, isLaw: true }, loaded: {} });

describe('the draft of a new record that is created', () => {
  beforeEach(() => {
    const items = new Map<string, string>();
    const localStorage = {
      get length() {
        return items.size;
      },
      key: (index: number) => [...items.keys()][index] ?? null,
      getItem: (name: string) => items.get(name) ?? null,
      removeItem: (name: string) => items.delete(name),
      setItem: (name: string, text: string) => items.set(name, text),
    };
    Object.assign(globalThis, { localStorage });
  });

  /** Hands over what a form holds at the answer to its save; the result takes what it holds later. */
  const handOverOf = async (draft: Draft, answer: { change?: number; rows?: string; documentId?: string } = {}) => {
    const { change, rows, documentId = 'abc' } = answer;
    writeDraft(own, draft);
    const save = { request: 'r1', sentAt, change, rows, document: async () => documentId || undefined };
    const keep = handOver(own, {}, save);
    await keep(draft);
    return keep;
  };

  it('becomes that of the record, as far as it was typed after the save, with the change that has created it and the rows after it', async () => {
    await handOverOf(draftOf('後'), { change: 7, rows: '{"steps":[5]}' });
    const rest = { at: sentAt + 1, change: 7, rows: '{"steps":[5]}', values: { name: '後' }, loaded: { name: '先' } };
    expect([readDraft(own), readDraft(record)]).toEqual([undefined, rest]);
  });

  it('becomes so at once where the answer does not name the change, with the request to ask for', async () => {
    await handOverOf(draftOf('後'));
    expect(readDraft(own)).toBeUndefined();
    expect(readDraft(record)).toMatchObject({ createdBy: 'r1', values: { name: '後' } });
  });

  it('goes where nothing was typed after the save', async () => {
    await handOverOf({ ...draftOf('先', sentAt - 1), sent: [] });
    expect([readDraft(own), readDraft(record)]).toEqual([undefined, undefined]);
  });

  it('takes what is typed after the answer', async () => {
    const keep = await handOverOf(draftOf('後'), { change: 7 });
    await keep(typedOf('更後'));
    expect([readDraft(own), readDraft(record)?.values]).toEqual([undefined, { name: '更後' }]);
    const keepOther = await handOverOf(draftOf('先', sentAt - 1), { documentId: 'other' });
    await keepOther(typedOf('更後'));
    expect(readDraft({ ...own, documentId: 'other' })?.values).toEqual({ name: '更後' });
  });

  it.each([
    ['has a draft of its own', 'abc'],
    ['is not named', ''],
  ])('stays as that of a stored one where the record %s', async (_, documentId) => {
    const other = { at: sentAt, values: { name: '別的' }, loaded: {} };
    writeDraft(record, other);
    const keep = await handOverOf(draftOf('後'), { documentId });
    for (const name of ['後', '更後']) {
      if (name === '更後') await keep(typedOf(name));
      expect(readDraft(own)).toMatchObject({
        values: { name },
        unanswered: { requests: [{ id: 'r1', at: sentAt }] },
        sent: [{ request: 'r1', values: { name: '先' } }],
      });
      expect(readDraft(record)).toEqual(other);
    }
  });
});
