import { readFile } from 'node:fs/promises';
import type { Conflict } from '../../src/plugins/rostra/server/src/plan/restoring/walk';
import type { Summary } from '../../src/plugins/rostra/server/src/plan/types';
import type { AppliedBatch } from '../../src/plugins/rostra/server/src/store/batches/batches';
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
const redo = (batch: string, ...options: string[]) => content(['redo', batch, ...options]);

/** The last change of a record, as text. */
async function lastChangeOf(resource: string, publicId: number | undefined): Promise<string> {
  const query = 'select change::text from rostra_records where resource = $1 and number = $2';
  const [row] = (await sql(query, [resource, publicId])) as { change: string }[];
  return row?.change ?? '';
}

/** The listed batch with this number. */
async function listed(batch: string): Promise<AppliedBatch> {
  const all: AppliedBatch[] = JSON.parse((await content(['batches', '--json'])).out);
  const found = all.find(({ number }) => String(number) === batch);
  if (!found) throw new Error(`no batch ${batch}`);
  return found;
}

/** What `content batch show` says of a batch. */
const shown = async (batch: string): Promise<string> => (await content(['batch', 'show', batch])).out;

/** The batches that undid one, or did it again, as `content batch show` names them. */
const reversalsIn = async (batch: string): Promise<string[]> =>
  [...(await shown(batch)).matchAll(/ by (batch \d+): /g)].map(([, name = '']) => name);

/** What planning the folder again finds. */
async function planned(): Promise<Summary> {
  const { out, err } = await content(['plan', at('.'), '-o', at('a.plan'), '--json']);
  if (err) throw new Error(err);
  return JSON.parse(out);
}

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

    // Imitates a database from before counts were stored. Other files delete what history knows of batches of theirs.
    const newest = (out: string) => JSON.parse(out).slice(0, 3);
    const listed = newest((await content(['batches', '--json'])).out);
    await sql('alter table rostra_batches drop column counts');
    await sql('create table rostra_batch_changes (batch integer)');
    // A start adds the column and counts stored changes; what it logs stays out of the answer.
    await sql(`insert into admin_users (email) values ('without-role@example.org')`);
    const environment = { ...testService.environment, LOG_LEVEL: 'silly' };
    const started = await runCommand('content', ['batches', '--json'], environment);
    await sql(`delete from admin_users where email = 'without-role@example.org'`);
    expect([newest(started.out), started.err]).toEqual([listed, expect.stringContaining("don't have any role")]);
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
    expect([refused.code, refused.err.trim()]).toEqual([
      1,
      expect.stringMatching(`^act_features ${feature.id}: was changed by .+ \\(api\\) on 20.+Z, change \\d+$`),
    ]);
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
    expect(refused.out).toMatch(new RegExp(`^rs_bills ${bill.id}: tags was changed by .+ \\(api\\)`, 'm'));
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
    const [first, second] = refused.err.trim().split('\n');
    expect(first).toMatch(`acts ${changed}: was changed by `);
    expect(second).toMatch(`acts ${deleted}: was deleted by `);
    expect(refused.err.trim().split('\n')).toHaveLength(2);
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

  it('takes back a part: the rest stays, and can be undone later', async () => {
    const bill = await make('bill', { content: '舊' });
    const topic = await make('specific-topic', { title: '舊題', act_dirs: [{ name: '一', index: 1 }] });
    const before = await readEverything(sharedReader());
    const [act, added, other] = ids(3);
    const title = unique('法');
    await write('acts.json', [{ id: act, title, official_seq_no: '1', specific_topics: [] }]);
    await write('specific_topics.json', [
      { id: topic.id, title: '新題', act_dirs: [{ name: '二', index: 1 }], st_questions: [] },
    ]);
    const made = (id: number | undefined) => ({ id, act_id: act, is_law: true, act_features: [], sponsors: [] });
    await write('rs_bills.json', [{ id: bill.id, content: '新' }, made(added), made(other)]);
    const batch = await importedBatch();
    const imported = await readEverything(sharedReader());

    for (const options of [
      ['--record', 'rs_bills/999999'],
      ['--resource', 'reps'],
    ])
      expect((await undo(batch, ...options)).code).toBe(2);
    // What would stay needs what would go: the batch itself wrote it.
    const refused = await undo(batch, '--record', `acts/${act}`, `rs_bills/${added}`);
    expect([refused.code, refused.err.trim()]).toEqual([
      1,
      `rs_bills ${other}: act_id: refers to one of acts that would be deleted`,
    ]);
    expect(refused.out).toContain(`rs_bills/${other}" undoes it, too`);
    const tried = await undo(batch, '--record', `rs_bills/${added}`, '--dry-run');
    expect([tried.code, tried.out]).toEqual([0, expect.stringMatching(`rs_bills ${added} .+ \\(deleted\\)`)]);
    expect(await readEverything(sharedReader())).toEqual(imported);

    expect((await undo(batch, '--record', `rs_bills/${added}`, `specific_topics/${topic.id}`)).code).toBe(0);
    expect((await get(`/console/lab/rs_bills/${added}`)).status).toBe(404);
    // Children go with their parent.
    expect((await get(`/console/lab/specific_topics/${topic.id}`)).body).toMatchObject({
      title: '舊題',
      act_dirs: topic.act_dirs,
    });
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body.content).toBe('新');
    expect(await listed(batch)).toMatchObject({ undoneBy: null, undone: { rs_bills: 1, specific_topics: 1 } });
    const { out } = await content(['batches']);
    expect(out).toMatch(new RegExp(`^ *${batch}  .+ \\(undone in part\\)$`, 'm'));
    expect(out).toContain('rs_bills: 2 created, 1 changed; 1 undone');
    const [ofPart = ''] = await reversalsIn(batch);
    expect(await shown(batch)).toMatch(new RegExp(`^Undone in part by ${ofPart}: .* \\(command\\), 2`, 'm'));
    expect(await shown(ofPart.slice(6))).toContain(`: undo of batch ${batch}, in part\n`);
    const twice = await undo(batch, '--record', `rs_bills/${added}`);
    expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('is undone for rs_bills')]);
    // For these records the import counts as none.
    const { counts, edits } = await planned();
    expect([counts.rs_bills, counts.acts, edits.map(({ number, kind }) => [number, kind])]).toEqual([
      { created: 1, changed: 0, removed: 0, unchanged: 2 },
      { created: 0, changed: 0, removed: 0, unchanged: 1 },
      [[topic.id, 'matched']],
    ]);

    expect((await undo(batch, '--resource', 'acts,rs_bills')).code).toBe(0);
    expect(await readEverything(sharedReader())).toEqual(before);
    expect((await listed(batch)).undoneBy).toEqual(expect.any(Number));
    expect(await reversalsIn(batch)).toHaveLength(2);
    expect(await shown(batch)).toMatch(/^Undone in part by batch .+\nUndone by batch /m);
    expect((await undo(batch)).code).toBe(2);
  });

  it('leaves what others have changed since, if asked to, or takes it back', async () => {
    const bill = await make('bill', { content: '舊', version_no: '一' });
    const before = await readEverything(sharedReader());
    const [edited, made] = ids(2);
    const act = (id: number | undefined) => ({ id, title: unique('法'), official_seq_no: '1', specific_topics: [] });
    await write('acts.json', [act(edited), act(made)]);
    await write('rs_bills.json', [{ id: bill.id, content: '新', version_no: '二' }]);
    const batch = await importedBatch();
    await patch(`/console/lab/rs_bills/${bill.id}`, { content: '編輯' });
    await patch(`/console/lab/acts/${edited}`, { official_seq_no: '9' });

    const refused = await undo(batch);
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining(`"content undo ${batch} --keep-edits"`)]);
    const kept = await undo(batch, '--keep-edits');
    expect([kept.code, kept.err]).toEqual([0, '']);
    expect(kept.out).toMatch(new RegExp(`^Kept: rs_bills ${bill.id}, content: was changed by .+ \\(api\\) on 20`, 'm'));
    expect(kept.out).toMatch(new RegExp(`^Kept: acts ${edited}: was changed by `, 'm'));
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body).toMatchObject({ content: '編輯', version_no: '一' });
    expect((await get(`/console/lab/acts/${edited}`)).status).toBe(200);
    expect((await get(`/console/lab/acts/${made}`)).status).toBe(404);
    expect(await listed(batch)).toMatchObject({ undoneBy: null, undone: { acts: 1 } });
    // Of what stays the import still counts: edits are kept, what the undo took back is planned.
    const { counts, edits } = await planned();
    expect([counts.acts?.created, counts.rs_bills?.changed]).toEqual([1, 1]);
    expect(edits.map(({ number, path, kind }) => [number, path, kind])).toEqual([
      [edited, 'official_seq_no', 'edited'],
      [bill.id, 'content', 'edited'],
    ]);
    expect((await undo(batch, '--keep-edits')).out).toContain('nothing to do');

    expect((await undo(batch, '--overwrite-edits')).code).toBe(2);
    const note = ['--overwrite-edits', '--note', '整批錯了'];
    expect((await undo(batch, '--record', `rs_bills/${bill.id}`, ...note)).code).toBe(0);
    expect((await undo(batch, ...note)).code).toBe(0);
    expect(await readEverything(sharedReader())).toEqual(before);
    expect((await listed(batch)).undoneBy).toEqual(expect.any(Number));
  });

  it('names a later batch that stands in the way', async () => {
    const { id } = await make('tag');
    await write('rs_tags.json', [{ id, name: unique('一') }]);
    const first = await importedBatch('rs_tags.json');
    await write('rs_tags.json', [{ id, name: unique('二') }]);
    const second = await importedBatch('rs_tags.json');
    const refused = await undo(first);
    expect(refused.err).toMatch(new RegExp(`^rs_tags ${id}: was changed by .+, batch ${second}$`, 'm'));
    expect(refused.out).toContain(`"content undo ${second}"`);

    // Once that is undone, what it had found is in the way.
    expect((await undo(second)).code).toBe(0);
    await patch(`/console/lab/rs_tags/${id}`, { name: unique('手') });
    await write('rs_tags.json', [{ id, name: unique('三') }]);
    const { out } = await content(['import', at('rs_tags.json'), '--take-file']);
    const [, third = ''] = /Done: batch (\d+)\./.exec(out) ?? [];
    expect((await undo(first)).out).toContain(`"content undo ${third}"`);
    expect((await undo(third)).code).toBe(0);
    const byHand = await undo(first);
    expect(byHand.err.trim()).toMatch(/was changed by .+ \(api\) on 20.+, change \d+$/);
    expect(byHand.out).not.toContain('A later batch');
  });

  it('can be taken back: the batch is done again', async () => {
    const bill = await make('bill', { content: '舊' });
    const before = await readEverything(sharedReader());
    const [act, added] = ids(2);
    await write('acts.json', [{ id: act, title: unique('法'), official_seq_no: '1', specific_topics: [] }]);
    await write('rs_bills.json', [
      { id: bill.id, content: '新', act_id: act },
      { id: added, act_id: act, is_law: true, act_features: [], sponsors: [] },
    ]);
    const batch = await importedBatch();
    const imported = await readEverything(sharedReader());
    expect((await redo(batch)).code).toBe(2);
    // Two undos, each of a part.
    expect((await undo(batch, '--record', `rs_bills/${added}`)).code).toBe(0);
    expect((await undo(batch)).code).toBe(0);
    expect((await redo(batch, '--dry-run')).out).toContain('3 records would change');
    expect(await readEverything(sharedReader())).toEqual(before);
    const done = await redo(batch);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(await readEverything(sharedReader())).toEqual(imported);
    expect(await listed(batch)).toMatchObject({ undoneBy: null, undone: {} });
    expect((await content(['batches'])).out).toContain(`(did ${batch} again)`);
    const again = (await reversalsIn(batch)).at(-1) ?? '';
    expect(await shown(batch)).toContain(`Done again by ${again}: `);
    expect(await shown(again.slice(6))).toContain(`: redo of batch ${batch}\n`);
    // The import counts again, and nothing that was done to it since does.
    const { counts, edits } = await planned();
    expect([edits, counts.rs_bills, counts.acts]).toEqual([
      [],
      { created: 0, changed: 0, removed: 0, unchanged: 2 },
      { created: 0, changed: 0, removed: 0, unchanged: 1 },
    ]);

    expect((await undo(batch)).code).toBe(0);
    expect(await readEverything(sharedReader())).toEqual(before);
    await patch(`/console/lab/rs_bills/${bill.id}`, { content: '編輯' });
    const refused = await redo(batch);
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining(`"content redo ${batch} --keep-edits"`)]);
    const kept = await redo(batch, '--keep-edits');
    expect([kept.code, kept.out]).toEqual([0, expect.stringContaining(`Kept: rs_bills ${bill.id}, content`)]);
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body).toMatchObject({ content: '編輯', act_id: act });
    // What was edited is what the undo had left: the file says something new, too.
    expect((await planned()).edits.map(({ path, kind }) => [path, kind])).toEqual([['content', 'conflict']]);
  });

  it('gives fields back to whom they belonged: to an import, or to the edit that it overwrites', async () => {
    const bill = await make('bill');
    const path = `/console/lab/rs_bills/${bill.id}`;
    const note = ['--overwrite-edits', '--note', '整批錯了'];
    await write('rs_bills.json', [{ id: bill.id, content: '一' }]);
    await importedBatch();
    await write('rs_bills.json', [{ id: bill.id, content: '二', version_no: '二' }]);
    const batch = await importedBatch();
    await patch(path, { content: '編輯' });
    expect((await undo(batch, ...note)).code).toBe(0);
    expect((await get(path)).body.content).toBe('一');
    const { edits: afterUndo, counts } = await planned();
    expect([afterUndo, counts.rs_bills?.changed]).toEqual([[], 1]);

    // What the undo overwrote returns, as an edit: the file does not win over it, and the next undo names it.
    expect((await redo(batch)).code).toBe(0);
    expect((await get(path)).body.content).toBe('編輯');
    await write('rs_bills.json', [{ id: bill.id, content: '三' }]);
    expect((await planned()).edits.map(({ path: field, kind }) => [field, kind])).toEqual([['content', 'conflict']]);
    expect((await undo(batch)).err).toMatch(`rs_bills ${bill.id}: was changed by`);
    const kept = await undo(batch, '--keep-edits');
    expect(kept.out).toMatch(new RegExp(`^Kept: rs_bills ${bill.id}, content: was changed by`, 'm'));
    expect((await get(path)).body).toMatchObject({ content: '編輯', version_no: bill.version_no });
    // Both undone in parts, it is done again as a whole.
    expect((await undo(batch, ...note)).code).toBe(0);
    expect((await get(path)).body.content).toBe('一');
    expect((await redo(batch)).code).toBe(0);
    expect((await get(path)).body).toMatchObject({ content: '編輯', version_no: '二' });
    expect((await redo(batch)).code).toBe(2);
  });

  it('keeps what people have added to a list whose other children it takes back', async () => {
    const topic = await make('specific-topic', { act_dirs: [{ name: '舊', index: 1 }] });
    const path = `/console/lab/specific_topics/${topic.id}`;
    const file = { id: topic.id, act_dirs: [...topic.act_dirs, { name: '匯入', index: 2 }] };
    await write('specific_topics.json', [{ id: topic.id, act_dirs: topic.act_dirs, title: unique('題') }]);
    await importedBatch();
    await write('specific_topics.json', [file]);
    const batch = await importedBatch();
    const { act_dirs } = (await get(path)).body;
    const imported = act_dirs.find(({ name }: { name: string }) => name === '匯入');
    await patch(path, { act_dirs: [...act_dirs, { name: '手加', index: 3 }] });
    expect((await undo(batch, '--record', `act_dirs/${imported.id}`)).code).toBe(0);
    const names = (await get(path)).body.act_dirs.map(({ name }: { name: string }) => name);
    expect(names.toSorted()).toEqual(['手加', '舊'].toSorted());
    const { edits, counts } = await planned();
    expect(edits.map(({ path: field, isTaken }) => [field, isTaken])).toEqual([['act_dirs', false]]);
    expect(counts.act_dirs?.removed ?? 0).toBe(0);
    // Of the list itself nothing is left to undo.
    expect((await undo(batch)).out).toContain('nothing to do');
    expect((await listed(batch)).undoneBy).toEqual(expect.any(Number));
    expect((await planned()).edits.map(({ path: field, isTaken }) => [field, isTaken])).toEqual([['act_dirs', false]]);
  });

  it('keeps when it is done again what people have come to need since', async () => {
    const directions = [
      { name: '留', index: 1 },
      { name: '去', index: 2 },
    ];
    const topic = await make('specific-topic', { act_dirs: directions, title: '舊' });
    const [stays, goes] = topic.act_dirs;
    await write('specific_topics.json', [{ id: topic.id, title: '新', act_dirs: [stays] }]);
    const batch = await importedBatch();
    expect((await undo(batch)).code).toBe(0);
    const user = await make('act-feature', { st: topic.id, act_dir: goes.id });
    expect((await redo(batch)).code).toBe(1);
    const kept = await redo(batch, '--keep-edits');
    expect([kept.code, kept.err]).toEqual([0, '']);
    expect(kept.out).toContain(`Kept: act_dirs ${goes.id}: is needed by act_features ${user.id}`);
    expect((await get(`/console/lab/specific_topics/${topic.id}`)).body).toMatchObject({
      ...{ title: '新', act_dirs: [stays, goes] },
    });
    expect((await get(`/console/lab/act_features/${user.id}`)).body.act_dir.id).toBe(goes.id);
  });

  it('is undone as a whole once all parts of it are, also if only lists of children remain', async () => {
    const topic = await make('specific-topic');
    await write('specific_topics.json', [{ id: topic.id, act_dirs: [{ name: '新', index: 1 }], st_questions: [] }]);
    const batch = await importedBatch();
    expect((await undo(batch, '--resource', 'act_dirs')).code).toBe(0);
    expect((await undo(batch)).out).toContain('nothing to do');
    expect((await listed(batch)).undoneBy).toEqual(expect.any(Number));
  });

  it('counts, and forgets once all is undone, what it only noted of records', async () => {
    const [changed, noted] = [await make('tag'), await make('tag')];
    const [first, edited, later] = [unique('一'), unique('改'), unique('另')];
    const fileOf = (name: string) => write('rs_tags.json', [{ id: noted.id, name }]);
    await fileOf(first);
    await importedBatch('rs_tags.json');
    await patch(`/console/lab/rs_tags/${noted.id}`, { name: edited });
    await write('rs_tags.json', [
      { id: changed.id, name: unique('二') },
      { id: noted.id, name: edited },
    ]);
    const batch = await importedBatch('rs_tags.json');
    expect((await undo(batch, '--record', `rs_tags/${changed.id}`)).code).toBe(0);
    expect(await listed(batch)).toMatchObject({ undoneBy: expect.any(Number), undone: { rs_tags: 1 } });
    // It had said the same as the edit, which is one again.
    await fileOf(later);
    const { out } = await content(['plan', at('rs_tags.json'), '-o', at('tags.plan'), '--json']);
    expect(JSON.parse(out).edits).toMatchObject([{ path: 'name', kind: 'conflict', base: first, given: later }]);

    // As long as something of a batch stands, so does what it noted.
    await write('rs_tags.json', [{ id: changed.id, name: unique('三') }, await make('tag')]);
    const kept = await importedBatch('rs_tags.json');
    const file: { id: number }[] = JSON.parse(await readFile(at('rs_tags.json'), 'utf8'));
    for (const { id } of file) await patch(`/console/lab/rs_tags/${id}`, { name: unique('手') });
    expect((await undo(kept, '--keep-edits')).code).toBe(0);
    const { out: again } = await content(['plan', at('rs_tags.json'), '-o', at('tags.plan'), '--json']);
    const { edits } = JSON.parse(again) as Summary;
    expect(edits.map(({ number, kind, isTaken }) => [number, kind, isTaken])).toEqual(
      file.map(({ id }) => [id, 'edited', false]),
    );
  });

  it('counts as undone, or again, where people had done that before', async () => {
    const { id, name: old } = await make('tag');
    const [path, name] = [`/console/lab/rs_tags/${id}`, unique('新')];
    await write('rs_tags.json', [{ id, name }]);
    const batch = await importedBatch('rs_tags.json');
    await patch(path, { name: old });
    expect((await undo(batch, '--note', '已改回')).out).toContain('nothing to do');
    const { undoneBy } = await listed(batch);
    expect(await listed(batch)).toMatchObject({ undoneBy: expect.any(Number), undone: { rs_tags: 1 } });
    expect(await shown(batch)).toMatch(new RegExp(`^Undone by batch ${undoneBy}: .+: 已改回$`, 'm'));
    expect(await shown(String(undoneBy))).toMatch(/^Who: .*\nChange: \d+\nNote: +已改回$/m);
    const again = await redo(batch);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('nothing to do')]);
    expect(await listed(batch)).toMatchObject({ undoneBy: null, undone: {} });
    expect((await redo(batch)).code).toBe(2);

    await patch(path, { name });
    expect((await undo(batch)).code).toBe(0);
    await patch(path, { name });
    expect((await redo(batch)).code).toBe(0);
    // It has been done again, so that there is something to undo.
    expect((await undo(batch)).code).toBe(0);
    expect((await get(path)).body.name).toBe(old);
  });

  it('keeps what records need that it keeps', async () => {
    const [topic, act, bill, free] = ids(4);
    await write('specific_topics.json', [
      {
        id: topic,
        title: unique('題'),
        index: 1,
        description: '述',
        general_topics: [],
        act_dirs: [{ name: '隨', index: 1 }],
      },
    ]);
    const newAct = (id: number | undefined) => ({ id, title: unique('法'), official_seq_no: '1', specific_topics: [] });
    await write('acts.json', [newAct(act), newAct(free)]);
    const tag = unique('標');
    await write('rs_bills.json', [{ id: bill, act_id: act, is_law: true, act_features: [], tags: [tag] }]);
    const batch = await importedBatch();
    const { tags } = (await get(`/console/lab/rs_bills/${bill}`)).body;
    const { act_dirs } = (await get(`/console/lab/specific_topics/${topic}`)).body;
    await patch(`/console/lab/specific_topics/${topic}`, { title: unique('改') });
    await patch(`/console/lab/rs_bills/${bill}`, { content: '編輯' });
    const kept = await undo(batch, '--keep-edits');
    expect([kept.code, kept.err]).toEqual([0, '']);
    for (const [name, by] of [
      [`acts ${act}`, `rs_bills ${bill}`],
      [`rs_tags ${tags[0]}`, `rs_bills ${bill}`],
      [`act_dirs ${act_dirs[0].id}`, `specific_topics ${topic}`],
    ])
      expect(kept.out).toContain(`Kept: ${name}: is needed by ${by}`);
    expect((await get(`/console/lab/specific_topics/${topic}`)).body.act_dirs).toEqual(act_dirs);
    expect((await get(`/console/lab/rs_bills/${bill}`)).body).toMatchObject({ act_id: act, tags });
    expect((await get(`/console/lab/acts/${free}`)).status).toBe(404);
    expect((await undo(batch, '--overwrite-edits', '--note', '整批錯了')).code).toBe(0);
    expect((await listed(batch)).undoneBy).toEqual(expect.any(Number));

    // Also what people have come to use since.
    const [used] = ids(1);
    await write('specific_topics.json', []);
    await write('rs_bills.json', []);
    await write('acts.json', [newAct(used)]);
    const other = await importedBatch('acts.json');
    const user = await create('/console/lab/rs_bills', { act_id: used, is_law: true, act_features: [] });
    expect((await undo(other, '--keep-edits')).out).toContain(`Kept: acts ${used}: is needed by rs_bills ${user.id}`);
    expect((await get(`/console/lab/acts/${used}`)).status).toBe(200);

    // Also through another field of a record that the batch has written; what refers to it no longer does not keep it.
    const [mine, gone] = ids(2);
    const written = [await make('bill', { content: '舊' }), await make('bill', { content: '舊' })];
    const [added] = ids(1);
    await write('acts.json', [newAct(mine), newAct(gone)]);
    await write('rs_bills.json', [
      ...written.map(({ id }) => ({ id, content: '新' })),
      { id: added, act_id: gone, is_law: true, act_features: [], sponsors: [] },
    ]);
    const last = await importedBatch('acts.json', 'rs_bills.json');
    for (const { id } of written) await patch(`/console/lab/rs_bills/${id}`, { act_id: mine });
    for (const id of [mine, gone]) await patch(`/console/lab/rs_bills/${added}`, { act_id: id });
    const result = JSON.parse((await undo(last, '--keep-edits', '--json')).out);
    expect(result.conflicts.map(({ resource, publicId, kind }: Conflict) => [resource, publicId, kind])).toEqual([
      ['acts', mine, 'needed'],
    ]);
    // Found before anything is written: an attempt that fails takes a number, too.
    expect(result.batch).toBe(Number(last) + 1);
    for (const { id } of written)
      expect((await get(`/console/lab/rs_bills/${id}`)).body).toMatchObject({ act_id: mine, content: '舊' });
    expect((await get(`/console/lab/acts/${gone}`)).status).toBe(404);
  });

  it('brings back what others have deleted since, as it was before the batch, if asked to overwrite that', async () => {
    const act = await make('act', { title: '舊' });
    const [made] = ids(1);
    await write('acts.json', [
      { id: act.id, title: '新' },
      { id: made, title: '加', official_seq_no: '1', specific_topics: [] },
    ]);
    const batch = await importedBatch();
    await del(`/console/lab/acts/${act.id}`);
    await del(`/console/lab/acts/${made}`);
    const kept = await undo(batch, '--keep-edits');
    expect(kept.out).toMatch(new RegExp(`^Kept: acts ${act.id}: was deleted by`, 'm'));
    const done = await undo(batch, '--overwrite-edits', '--note', '整批錯了');
    expect([done.code, done.err]).toEqual([0, '']);
    expect((await get(`/console/lab/acts/${act.id}`)).body).toEqual(act);
    expect((await get(`/console/lab/acts/${made}`)).status).toBe(404);

    // What somebody has deleted by mistake and restored is not deleted by hand once the batch that created it is undone.
    const [mistaken] = ids(1);
    await write('acts.json', [{ id: mistaken, title: '加', official_seq_no: '1', specific_topics: [] }]);
    const other = await importedBatch();
    await del(`/console/lab/acts/${mistaken}`);
    expect(
      (
        await content([
          'restore',
          'acts',
          String(mistaken),
          '--change',
          await lastChangeOf('acts', mistaken),
          '--note',
          '誤刪',
        ])
      ).code,
    ).toBe(0);
    expect((await undo(other, '--overwrite-edits', '--note', '整批錯了')).code).toBe(0);
    expect((await get(`/console/lab/acts/${mistaken}`)).status).toBe(404);
    const { counts, edits } = await planned();
    expect([counts.acts?.created, edits.filter(({ number }) => number === mistaken)]).toEqual([1, []]);
  });

  it('asks again for what a redo kept, also after other parts were undone', async () => {
    const [first, second, third] = ids(3);
    const newAct = (id: number | undefined) => ({ id, title: unique('法'), official_seq_no: '1', specific_topics: [] });
    await write('acts.json', [first, second, third].map(newAct));
    const batch = await importedBatch();
    expect((await undo(batch, '--record', `acts/${first}`, `acts/${third}`)).code).toBe(0);
    expect(
      (
        await content([
          'restore',
          'acts',
          String(first),
          '--change',
          await lastChangeOf('acts', first),
          '--note',
          '要留',
        ])
      ).code,
    ).toBe(0);
    const kept = await redo(batch, '--keep-edits');
    expect(kept.out).toMatch(new RegExp(`^Kept: acts ${first}: was created again by`, 'm'));
    expect((await undo(batch, '--record', `acts/${second}`)).code).toBe(0);
    const refused = await redo(batch);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`acts ${first}: was created again by`)]);
    expect((await undo(batch)).code).toBe(0);
    expect((await get(`/console/lab/acts/${first}`)).status).toBe(200);
    expect((await get(`/console/lab/acts/${third}`)).status).toBe(404);
  });

  it('does nothing twice: what has been imported again does not return', async () => {
    await write('acts.json', [{ title: unique('法'), official_seq_no: '1', specific_topics: [] }]);
    expect((await content(['plan', at('acts.json'), '-o', at('acts.plan')])).code).toBe(0);
    const apply = async () => /batch (\d+)/.exec((await content(['apply', at('acts.plan')])).out)?.[1] ?? '';
    const first = await apply();
    expect((await undo(first)).code).toBe(0);
    const second = await apply();
    const refused = await redo(first);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(`"content undo ${second}" comes first`)]);
    expect((await undo(second)).code).toBe(0);
    const third = await importedBatch('acts.json');
    // Also if somebody has edited it since.
    const made = 'select v.number from rostra_revisions v join rostra_batches b using (change) where b.number = $1';
    const [{ number } = { number: 0 }] = (await sql(made, [third])) as { number: number }[];
    await patch(`/console/lab/acts/${number}`, { official_seq_no: '2' });
    const twin = await redo(first);
    expect([twin.code, twin.err]).toEqual([2, expect.stringContaining(`"content undo ${third}" comes first`)]);
    expect((await undo(third, '--overwrite-edits', '--note', '重複')).code).toBe(0);
    expect((await redo(first)).code).toBe(0);
  });

  it('names what is missing: what was done again and deleted by others does not return', async () => {
    const bill = await make('bill');
    const [act] = ids(1);
    await write('acts.json', [{ id: act, title: unique('法'), official_seq_no: '1', specific_topics: [] }]);
    await write('rs_bills.json', [{ id: bill.id, act_id: act }]);
    const batch = await importedBatch();
    for (const again of [undo, redo]) expect((await again(batch)).code).toBe(0);
    expect((await undo(batch, '--record', `rs_bills/${bill.id}`)).code).toBe(0);
    await del(`/console/lab/acts/${act}`);
    const refused = await redo(batch);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`acts ${act} is deleted`)]);
  });

  it('leaves what cannot be as it was: where others have deleted what it refers to, or a rule of today speaks against it', async () => {
    const bill = await make('bill', { content: '舊' });
    const [voter, later] = [await make('rep'), await make('rep')];
    const vote = await make('vote', { aye: [voter.id], nay: [] });
    const [act, other] = ids(2);
    const newAct = (id: number | undefined) => ({ id, title: unique('法'), official_seq_no: '1', specific_topics: [] });
    await write('acts.json', [newAct(act), newAct(other)]);
    await write('rs_bills.json', [{ id: bill.id, act_id: act, content: '新' }]);
    await write('rs_votes.json', [{ id: vote.id, aye: [], nay: [voter.id] }]);
    const batch = await importedBatch();
    await del(`/console/lab/acts/${bill.act_id}`);

    const refused = await undo(batch);
    expect([refused.code, refused.err.trim()]).toEqual([
      1,
      expect.stringMatching(
        `^rs_bills ${bill.id}: act_id: acts ${bill.act_id} is deleted, by .+ \\(api\\) on 20.+Z, change \\d+$`,
      ),
    ]);
    expect(refused.out).toContain(`"content restore acts ${bill.act_id} --change `);
    expect(refused.out).toContain(`"content undo ${batch} --keep-edits" leaves these`);
    expect(refused.out).not.toContain('The batch itself');
    await patch(`/console/lab/rs_votes/${vote.id}`, { nay: [voter.id, later.id] });
    const kept = await undo(batch, '--keep-edits');
    expect([kept.code, kept.err]).toEqual([0, '']);
    expect(kept.out).toMatch(new RegExp(`^Kept: rs_bills ${bill.id}, act_id: acts ${bill.act_id} is deleted, by`, 'm'));
    expect(kept.out).toContain(`Kept: acts ${act}: is needed by rs_bills ${bill.id}`);
    expect(kept.out).toMatch(new RegExp(`^Kept: rs_votes ${vote.id}: would break a rule of today: `, 'm'));
    expect((await get(`/console/lab/rs_bills/${bill.id}`)).body).toMatchObject({ act_id: act, content: '舊' });
    expect((await get(`/console/lab/rs_votes/${vote.id}`)).body.aye).toEqual([]);
    expect((await get(`/console/lab/acts/${other}`)).status).toBe(404);
  });

  it('names what is in the way, and no command that was just given', async () => {
    const { id } = await make('tag');
    const [other] = ids(1);
    await write('rs_tags.json', [{ id, name: unique('一') }]);
    const first = await importedBatch('rs_tags.json');
    await write('rs_tags.json', [
      { id, name: unique('二') },
      { id: other, name: unique('加') },
    ]);
    const second = await importedBatch('rs_tags.json');
    expect((await undo(second)).code).toBe(0);
    expect((await undo(first)).code).toBe(0);
    // What stands in the way of doing the second one again is that the first was undone.
    expect((await redo(second)).out).toContain(`A later batch comes first, all of it: "content redo ${first}"`);
    await patch(`/console/lab/rs_tags/${id}`, { name: unique('手') });
    const refused = await redo(second);
    expect(refused.err).not.toContain(', batch');
    expect(refused.out).not.toContain('A later batch comes first');
    const overwritten = await redo(second, '--overwrite-edits', '--note', '要第二批');
    expect([overwritten.code, overwritten.err]).toEqual([0, '']);
    await patch(`/console/lab/rs_tags/${id}`, { name: unique('又') });
    const single = await undo(second, '--record', `rs_tags/${id}`);
    expect([single.code, single.out]).toEqual([
      1,
      expect.stringContaining(`"content undo ${second} --record rs_tags/${id} --keep-edits"`),
    ]);
    expect(single.out).not.toContain('decides for this record only');
  });
});
