import type { Draft } from '../../drafts/panel/drafts';
import { keptOf } from './offered-draft';

const lost = { requests: [{ id: 'a', at: 40 }], attributes: [] };
const sent = { from: 'act:1', to: 'act:2', description: '說明' };
const draft = (values: Draft['values']): Draft => ({
  ...{ at: 50, loaded: {}, unanswered: lost, sent: [{ request: 'a', values: sent }], values },
});
const saved = { request: 'a', isWhole: false, created: { documentId: 'abc', title: '甲', change: 8 } };

describe('the draft of a new relation that a save without an answer has created', () => {
  it('holds nothing more if nothing was typed since, whenever it was kept', () => {
    expect(keptOf(draft(sent), saved)).toEqual({ typed: 'nothing' });
  });

  it('holds changes of that relation, from the change that has created it', () => {
    const values = { ...sent, description: '後來', weight: 3 };
    expect(keptOf(draft(values), saved)).toEqual({
      typed: 'change',
      draft: {
        ...{ at: 50, change: 8, values: { description: '後來', weight: 3 } },
        loaded: { description: '說明', weight: 1 },
      },
    });
  });

  it.each([
    ['another end', { ...sent, to: 'act:3' }],
    ['its ends the other way round', { ...sent, from: 'act:2', to: 'act:1' }],
    ['an end less', { from: 'act:1', description: '說明' }],
  ])('is that of another new relation with %s', (_, values) => {
    expect(keptOf(draft(values), saved)).toEqual({ typed: 'another', draft: { at: 50, loaded: {}, values } });
  });
});
