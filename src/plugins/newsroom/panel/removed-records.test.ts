import { removedIn } from './removed-records';

const TOPIC = 'api::specific-topic.specific-topic';
const record = (documentId: string) => ({ id: documentId.charCodeAt(0), documentId });

describe('the records that a form deletes by being saved', () => {
  it('are those that it takes out of a list to whose record they belong, and does not put back', () => {
    const values = {
      title: '子題',
      act_dirs: { connect: [record('b')], disconnect: [record('a'), record('b')] },
      st_questions: { connect: [], disconnect: [record('c'), record('d')] },
      general_topics: { connect: [], disconnect: [record('e')] },
    };
    expect(removedIn(TOPIC, values)).toEqual([
      { uid: 'api::act-dir.act-dir', documentIds: ['a'] },
      { uid: 'api::st-question.st-question', documentIds: ['c', 'd'] },
    ]);
  });

  it.each([
    [TOPIC, { act_dirs: { connect: [record('a')], disconnect: [] } }],
    [TOPIC, { act_dirs: null, st_questions: [3] }],
    [TOPIC, '{'],
    [TOPIC, null],
    [TOPIC, undefined],
    ['api::bill.bill', { sponsors: { connect: [], disconnect: [record('a')] } }],
    ['api::none.none', { act_dirs: { disconnect: [record('a')] } }],
  ])('of %s are none in %j', (uid, values) => {
    expect(removedIn(uid, values)).toEqual([]);
  });
});
