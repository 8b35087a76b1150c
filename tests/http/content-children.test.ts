import { create, get, patch } from '../support/client';
import { content, contentFolder, countsOf } from '../support/content';
import { make } from '../support/factory';
import { readEverything, sharedReader } from '../support/read-everything';

const { write, at, faultsIn } = contentFolder();

const plan = (...names: string[]) => content(['plan', ...names.map(at), '-o', at('a.plan')]);
const apply = () => content(['apply', at('a.plan')]);

/** A topic with two directions and a question. */
const topicOfThree = () =>
  make('specific-topic', {
    act_dirs: [
      { name: '留', index: 1 },
      { name: '去', index: 2 },
    ],
    st_questions: [{ question: '問', index: 1 }],
  });

describe('children omitted by an import', () => {
  it('are a fault if a record of the same import refers to them, in any order', async () => {
    const topic = await topicOfThree();
    const [stays, goes] = topic.act_dirs;
    const [question] = topic.st_questions;
    const feature = await make('act-feature', { st: topic.id, act_dir: goes.id });
    const bill = await make('bill', { st_questions: [{ st_question_id: question.id, position: '贊成' }] });
    await write('specific_topics.json', [{ id: topic.id, act_dirs: [stays], st_questions: [] }]);
    await write('act_features.json', [{ id: feature.id, feature: feature.feature }]);
    await write('rs_bills.json', [{ id: bill.id, content: '改' }]);
    const { code, err } = await plan('act_features.json', 'rs_bills.json', 'specific_topics.json');
    const leaves = (field: string) => `${at('specific_topics.json')}, record 1, ${field} omits it [INVALID_VALUE]`;
    expect([code, faultsIn(err)]).toEqual([
      1,
      [
        `act_features.json, record 1: act_dir: act_dirs ${goes.id} would be deleted: ${leaves('act_dirs')}`,
        expect.stringMatching(
          `^rs_bills.json, record 1: st_questions\\[0\\]\\..*: st_questions ${question.id} would be deleted: `,
        ),
      ],
    ]);
    await write('act_features.json', [{ id: feature.id, act_dir: stays.id }]);
    await write('rs_bills.json', [{ id: bill.id, st_questions: [] }]);
    expect((await plan('act_features.json', 'rs_bills.json', 'specific_topics.json')).code).toBe(0);
    expect((await apply()).code).toBe(0);
    expect((await get(`/console/lab/act_features/${feature.id}`)).body.act_dir.id).toBe(stays.id);
  });

  it('are a fault if a file contains them as records, unless under another parent', async () => {
    const [topic, other] = [await topicOfThree(), await topicOfThree()];
    const [stays, goes] = topic.act_dirs;
    await write('specific_topics.json', [{ id: topic.id, act_dirs: [stays] }]);
    await write('act_dirs.json', [{ id: goes.id, name: '改' }]);
    const { code, err } = await plan('specific_topics.json', 'act_dirs.json');
    expect([code, faultsIn(err)]).toEqual([
      1,
      [
        `specific_topics.json, record 1: act_dirs: ${goes.id} is omitted here, but is in ${at('act_dirs.json')}, record 1 [INVALID_VALUE]`,
      ],
    ]);
    await write('act_dirs.json', [{ id: goes.id, st: other.id }]);
    const moved = await plan('specific_topics.json', 'act_dirs.json');
    expect([moved.code, moved.err]).toEqual([0, '']);
    expect((await apply()).code).toBe(0);
    expect((await get(`/console/lab/act_dirs/${goes.id}`)).body.st.id).toBe(other.id);
  });

  it('are not deleted if a new reference to them exists, or if a record that loses one has changed', async () => {
    const topic = await topicOfThree();
    const [stays, goes] = topic.act_dirs;
    await write('specific_topics.json', [{ id: topic.id, act_dirs: [stays, { name: '來', index: 3 }] }]);
    const planned = await plan('specific_topics.json');
    expect([planned.code, planned.out]).toEqual([0, expect.stringMatching(/^act_dirs +1 +0 +1 +0$/m)]);
    expect(countsOf(planned.out, 'specific_topics')).toEqual(['0', '1', '0']);
    const { act } = await make('act-feature', { st: topic.id });
    const feature = await create('/console/lab/act_features', {
      st: topic.id,
      act,
      feature: '後來',
      act_dir: goes.id,
      scale: [],
    });
    const before = await readEverything(sharedReader());
    const named = await apply();
    const users = `${goes.id} is in use and cannot be omitted: act_features ${feature.id} (act_dir)`;
    expect([named.code, named.err]).toEqual([1, expect.stringContaining(users)]);
    expect(await readEverything(sharedReader())).toEqual(before);

    await plan('specific_topics.json');
    await patch(`/console/lab/act_features/${feature.id}`, { feature: '又改' });
    const changed = await apply();
    expect([changed.code, changed.err]).toEqual([
      1,
      expect.stringContaining(`act_features ${feature.id} (${at('specific_topics.json')}, record 1): has been changed`),
    ]);
    expect((await get(`/console/lab/act_dirs/${goes.id}`)).status).toBe(200);
  });
});
