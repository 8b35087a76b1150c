import { removedIn } from './removed-children';

const TOPIC = 'api::specific-topic.specific-topic';
const body = (values: object) => JSON.stringify(values);
const record = (documentId: string) => ({ id: documentId.charCodeAt(0), documentId });

describe('the records that a form deletes by being saved', () => {
  it('are those that it takes out of a list to whose record they belong, and does not put back', () => {
    const values = {
      title: '子題',
      act_dirs: { connect: [record('b')], disconnect: [record('a'), record('b')] },
      st_questions: { connect: [], disconnect: [record('c'), record('d')] },
      general_topics: { connect: [], disconnect: [record('e')] },
    };
    expect(removedIn(TOPIC, body(values))).toEqual([
      { uid: 'api::act-dir.act-dir', documentIds: ['a'] },
      { uid: 'api::st-question.st-question', documentIds: ['c', 'd'] },
    ]);
  });

  it.each([
    [TOPIC, body({ act_dirs: { connect: [record('a')], disconnect: [] } })],
    [TOPIC, body({ act_dirs: null, st_questions: [3] })],
    [TOPIC, '{'],
    [TOPIC, undefined],
    ['api::bill.bill', body({ sponsors: { connect: [], disconnect: [record('a')] } })],
    ['api::none.none', body({ act_dirs: { disconnect: [record('a')] } })],
  ])('of %s are none in %s', (uid, text) => {
    expect(removedIn(uid, text)).toEqual([]);
  });
});
