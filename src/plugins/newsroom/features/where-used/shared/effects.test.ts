import { concernedBy } from './effects';
import type { UsedBy } from './where-used';

const usedBy: UsedBy[] = [
  {
    uid: 'api::vote.vote',
    count: 3,
    uses: [
      { attribute: 'aye', effect: 'unlist', count: 3 },
      { attribute: 'nay', effect: 'unlist', count: 1 },
    ],
  },
  {
    uid: 'api::bill.bill',
    count: 2,
    uses: [
      { attribute: 'principle_sponsor_rep', effect: 'clear', count: 2 },
      { effect: 'unlist', count: 1 },
    ],
  },
  {
    uid: 'api::topic-relation.topic-relation',
    count: 2,
    uses: [
      { attribute: 'from_act', effect: 'cascade', count: 2 },
      { attribute: 'to_act', effect: 'cascade', count: 1 },
    ],
  },
  {
    uid: 'api::rep.rep',
    count: 3,
    uses: [{ attribute: 'parties', row: { uid: 'rep.party', attribute: 'caucus' }, effect: 'clear', count: 3 }],
  },
];

it('counts the records that a delete concerns by kind and field', () => {
  expect(concernedBy(usedBy, 'unlist')).toEqual([
    { uid: 'api::vote.vote', attribute: 'aye', count: 3 },
    { uid: 'api::vote.vote', attribute: 'nay', count: 1 },
    { uid: 'api::bill.bill', isUnseen: true, count: 1 },
  ]);
  expect(concernedBy(usedBy, 'clear')).toEqual([
    { uid: 'api::bill.bill', attribute: 'principle_sponsor_rep', count: 2 },
    { uid: 'api::rep.rep', attribute: 'parties', row: { uid: 'rep.party', attribute: 'caucus' }, count: 3 },
  ]);
  expect(concernedBy(usedBy, 'restrict')).toEqual([]);
});

it('counts records that are deleted as well once, however often they name the record', () => {
  expect(concernedBy(usedBy, 'cascade')).toEqual([{ uid: 'api::topic-relation.topic-relation', count: 2 }]);
});
