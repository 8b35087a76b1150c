import { create, del, get, patch, sql, testService } from '../support/client';
import { content, contentFolder, countsOf, identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';
import { readEverything, sharedReader } from '../support/read-everything';
import { runCommand } from '../support/service';

const { write, at, importAll } = contentFolder();
const ids = identifiersUpTo(6_500_000);

/** Imports the folder, or some files in it; returns the number of the batch. */
async function importedBatch(...names: string[]): Promise<string> {
  const { out, err } = await importAll(...names);
  const [, batch] = /Done: batch (\d+)\./.exec(out) ?? [];
  if (!batch) throw new Error(`${out}\n${err}`);
  return batch;
}

const undo = (batch: string, ...options: string[]) => content(['undo', batch, ...options]);

describe('content undo', () => {
  it('restores fields, lists, nested rows and children byte for byte, and deletes new records', async () => {
    const [old, other] = [await make('rep'), await make('rep')];
    const topic = await make('specific-topic', {
      act_dirs: [
        { name: '留', index: 1 },
        { name: '去', index: 2 },
      ],
      st_questions: [{ question: '問', index: 1 }],
    });
    const [stays] = topic.act_dirs;
    const act = await make('act', { specific_topics: [topic.id] });
    const feature = await make('act-feature', { st: topic.id, act: act.id, act_dir: stays.id });
    const step = await make('legislative-step');
    const part = { act_dir_id: stays.id, act_feature_id: feature.id, short_content: '短', content: '長' };
    const bill = await make('bill', {
      act_id: act.id,
      sponsors: [old.id, other.id],
      tags: [unique('舊')],
      legislative_steps: [{ date: 1, legislative_step_id: step.id }],
      act_features: [part],
      principle_sponsor_type: 'rep',
      principle_sponsor_value: old.id,
      content: '一\u2028二',
    });
    const dates = { start_date: '2016-02-01T00:00:00.000Z', end_date: '2016-12-31T00:00:00.000Z' };
    const set = await make('bill-data-set', {
      ...dates,
      st_id: topic.id,
      act_id: act.id,
      act_dir_id: stays.id,
      bill_ids: [bill.id],
      act_feature_ids: [feature.id],
      scores: [{ bill_id: bill.id, score_per_act_feature: [{ act_feature_id: feature.id, score: 3 }] }],
    });
    const [early, late] = [await make('timeline-event'), await make('timeline-event')];
    const timeline = await make('timeline', { events: [early.id], tags: [unique('線')] });
    const before = await readEverything(sharedReader());

    const [rep, newBill, newTopic] = ids(3);
    await write('reps.json', [
      { id: rep, name: '新人', terms: [{ term_index: 9 }] },
      { id: old.id, parties: [] },
    ]);
    await write('specific_topics.json', [
      {
        id: topic.id,
        title: '新題',
        act_dirs: [
          { id: stays.id, name: '改', index: 7 },
          { name: '來', index: 3 },
        ],
        st_questions: [],
      },
      {
        id: newTopic,
        title: '另一題',
        index: 2,
        description: '述',
        general_topics: [],
        act_dirs: [{ name: '隨', index: 1 }],
      },
    ]);
    await write('rs_bills.json', [
      {
        id: bill.id,
        sponsors: [rep],
        tags: [unique('新')],
        legislative_steps: [],
        act_features: [part, { ...part, content: '又' }],
        principle_sponsor_type: 'rep',
        principle_sponsor_value: rep,
        content: null,
      },
      { id: newBill, act_id: act.id, is_law: true, act_features: [part], sponsors: [old.id] },
    ]);
    await write('bill_data_sets.json', [{ id: set.id, bill_ids: [newBill, bill.id], scores: [] }]);
    await write('timelines.json', [{ id: timeline.id, events: [late.id], data: { 甲: 1 } }]);
    const batch = await importedBatch();
    expect((await get(`/console/lab/specific_topics/${topic.id}`)).body).toMatchObject({
      act_dirs: [
        { name: '來', index: 3 },
        { name: '改', index: 7 },
      ],
      st_questions: [],
    });

    const undone = await undo(batch);
    expect([undone.code, undone.err]).toEqual([0, '']);
    expect(await readEverything(sharedReader())).toEqual(before);

    const { out } = await content(['batches']);
    expect(out).toContain(`${batch}  `);
    expect(out).toMatch(/rs_bills: 1 created, 1 changed/);
    const [last, first] = JSON.parse((await content(['batches', '--json'])).out);
    expect([last.kind, last.undoes, first.number, first.undoneBy]).toEqual([
      'undo',
      first.number,
      Number(batch),
      last.number,
    ]);
    const twice = await undo(batch);
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining(`was undone by batch ${last.number}`)]);
    const ofUndo = await undo(String(last.number), '--json');
    expect([ofUndo.code, ofUndo.out]).toEqual([2, expect.stringContaining(`undid batch ${batch}`)]);
    expect((await undo('999999')).code).toBe(2);

    await importedBatch();
    expect((await get(`/console/lab/rs_bills/${newBill}`)).body.sponsors).toEqual([old.id]);

    // Imitates a database from before counts were stored.
    const listed = (await content(['batches', '--json'])).out;
    await sql('alter table rostra_batches drop column counts');
    await sql('create table rostra_batch_changes (batch integer)');
    // A start adds the column and counts stored changes; what it logs stays out of the answer.
    await sql(`insert into admin_users (email) values ('without-role@example.org')`);
    const environment = { ...testService.environment, LOG_LEVEL: 'silly' };
    const started = await runCommand('content', ['batches', '--json'], environment);
    await sql(`delete from admin_users where email = 'without-role@example.org'`);
    expect([started.out, started.err]).toEqual([listed, expect.stringContaining("don't have any role")]);
    expect(await sql(`select to_regclass('rostra_batch_changes')::text as name`)).toEqual([{ name: null }]);
  });

  it('is refused for a batch of a version that kept no history', async () => {
    const [made] = ids(1);
    await write('rs_tags.json', [{ id: made, name: unique() }]);
    const batch = await importedBatch('rs_tags.json');
    await sql('update rostra_batches set change = null where number = $1', [batch]);
    const refused = await undo(batch);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('applied by an earlier version of Rostra'),
    ]);
    expect((await get(`/console/lab/rs_tags/${made}`)).status).toBe(200);
  });

  it('restores side effects: references to omitted children, and the order of the other side', async () => {
    const { id: old } = await make('general-topic');
    const { id: other } = await make('general-topic');
    const directions = [
      { name: '留', index: 1 },
      { name: '去', index: 2 },
    ];
    const topic = await make('specific-topic', { general_topics: [old], act_dirs: directions });
    await make('specific-topic', { general_topics: [old] });
    const feature = await make('act-feature', { st: topic.id, act_dir: topic.act_dirs[1].id });
    const before = await readEverything(sharedReader());
    await write('specific_topics.json', [
      { id: topic.id, general_topics: [other], act_dirs: [topic.act_dirs[0]], st_questions: [] },
    ]);
    const planned = await content(['plan', at('specific_topics.json'), '-o', at('topics.plan')]);
    expect(planned.out).toContain(`act_dirs ${topic.act_dirs[1].id} is omitted; references to it are cleared: `);
    expect(planned.out).toContain(`act_features ${feature.id} (act_dir)`);
    expect(planned.out).toMatch(/^act_dirs +0 +0 +1 +0$/m);
    expect(planned.out).toContain(`act_dir: ${topic.act_dirs[1].id} ${topic.title} · 去 → null`);
    expect(countsOf(planned.out, 'act_features')).toEqual(['0', '1', '0']);
    const strict = await content(['plan', at('specific_topics.json'), '-o', at('topics.plan'), '--strict']);
    expect([strict.code, strict.err]).toEqual([1, expect.stringContaining('[REFERENCE_LOST]')]);

    const batch = await importedBatch('specific_topics.json');
    expect((await get(`/console/lab/act_features/${feature.id}`)).body.act_dir).toBeNull();
    expect((await content(['batches'])).out).toContain('act_dirs: 0 created, 0 changed, 1 removed');
    const undone = await undo(batch);
    expect([undone.code, undone.err]).toEqual([0, '']);
    expect(await readEverything(sharedReader())).toEqual(before);

    const again = await importedBatch('specific_topics.json');
    await patch(`/console/lab/act_features/${feature.id}`, { feature: '別人的' });
    const refused = await undo(again);
    expect([refused.code, refused.err.trim()]).toEqual([1, `act_features ${feature.id}: has been changed since`]);
  });

  it('restores the other side to its state before the batch, not during it', async () => {
    const [{ id: general }, { id: other }] = [await make('general-topic'), await make('general-topic')];
    const first = await make('specific-topic', { general_topics: [general] });
    const second = await make('specific-topic', { general_topics: [general] });
    const third = await make('specific-topic', { general_topics: [other] });
    const before = await readEverything(sharedReader());
    await write('a.json', [{ id: third.id, general_topics: [other, general] }]);
    await write('b.json', [
      { title: unique('新'), index: 1, description: '述', general_topics: [] },
      { id: second.id, general_topics: [other] },
      { id: first.id, general_topics: [] },
    ]);
    const files = [at('a.json'), at('b.json'), '--resource', 'specific_topics'];
    const { out } = await content(['import', ...files]);
    const [, batch = ''] = /Done: batch (\d+)\./.exec(out) ?? [];
    const undone = await undo(batch);
    expect([undone.code, undone.err]).toEqual([0, '']);
    expect(await readEverything(sharedReader())).toEqual(before);
    expect((await content(['batches'])).out).toContain('specific_topics: 0 created, 3 changed, 1 removed');
  });

  it('is refused with the new references to records that it would delete', async () => {
    const tag = unique('標籤');
    const bill = await make('bill');
    const [made] = ids(1);
    await write('rs_bills.json', [{ id: made, act_id: bill.act_id, is_law: true, act_features: [], tags: [tag] }]);
    const batch = await importedBatch('rs_bills.json');
    const { tags } = (await get(`/console/lab/rs_bills/${made}`)).body;
    await patch(`/console/lab/rs_bills/${bill.id}`, { tags });
    const refused = await undo(batch);
    expect([refused.code, refused.err.trim()]).toEqual([
      1,
      expect.stringMatching(`^rs_bills ${bill.id}: tags: refers to one of rs_tags that would be deleted$`),
    ]);
    await patch(`/console/lab/rs_bills/${bill.id}`, { tags: [] });
    expect((await undo(batch)).code).toBe(0);
    expect((await get(`/console/lab/rs_tags/${tags[0]}`)).status).toBe(404);
  });

  it('is refused with the records that have been changed or deleted since, or are in use', async () => {
    const restored = await make('act', { title: '舊' });
    const [changed, deleted, needed] = ids(3);
    const act = (id: number | undefined) => ({ id, title: '新', official_seq_no: '1', specific_topics: [] });
    await write('acts.json', [act(changed), act(deleted), act(needed), { id: restored.id, title: '改' }]);
    const batch = await importedBatch();
    await patch(`/console/lab/acts/${changed}`, { title: '別人的' });
    await del(`/console/lab/acts/${deleted}`);
    const before = await readEverything(sharedReader());
    const refused = await undo(batch);
    expect(refused.code).toBe(1);
    expect(refused.err.trim().split('\n').sort()).toEqual(
      [`acts ${changed}: has been changed since`, `acts ${deleted}: has been deleted since`].sort(),
    );
    expect(await readEverything(sharedReader())).toEqual(before);

    const [last] = ids(1);
    await write('acts.json', [act(last)]);
    const other = await importedBatch();
    const bill = await create('/console/lab/rs_bills', { act_id: last, is_law: true, act_features: [] });
    const used = await undo(other);
    expect([used.code, used.err]).toEqual([
      1,
      expect.stringContaining(`rs_bills ${bill.id}: act_id: refers to one of acts`),
    ]);
    expect((await get(`/console/lab/acts/${last}`)).status).toBe(200);
    await del(`/console/lab/rs_bills/${bill.id}`);
    expect((await undo(other)).code).toBe(0);
    expect((await get(`/console/lab/acts/${last}`)).status).toBe(404);
  });
});
