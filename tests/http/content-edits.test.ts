import type { PlanEdit, Summary } from '../../src/plugins/rostra/server/src/plan/types';
import { del, get, patch, statements } from '../support/client';
import { content, contentFolder, identifiersUpTo } from '../support/content';
import { make, type RecordBody, unique, uniqueIndex } from '../support/factory';

const { write, at } = contentFolder();
const ids = identifiersUpTo(5_250_000);

type Planned = Summary & { code: number };

/** Plans the folder; the fields of the plan's JSON. */
async function plan(...options: string[]): Promise<Planned> {
  const { code, out, err } = await content(['plan', at('.'), '-o', at('a.plan'), '--json', ...options]);
  expect(err).toBe('');
  return { code, ...JSON.parse(out) };
}

async function importAll(...options: string[]): Promise<string> {
  const { code, out, err } = await content(['import', at('.'), ...options]);
  expect([code, err]).toEqual([0, '']);
  return out;
}

const stored = async (resource: string, id: number) => (await get(`/console/lab/${resource}/${id}`)).body;

const shown = ({ edits }: Summary) =>
  edits.map(({ number, path, kind, isTaken, base, stored: now, given }: PlanEdit) => [
    number,
    path,
    kind,
    isTaken,
    ...[base, now, given].filter((value) => value !== undefined),
  ]);

describe('an import of files that were imported before', () => {
  it('keeps what people have changed since, merges lists, and asks where both have changed a field', async () => {
    const [a, b, c, d] = [await make('rep'), await make('rep'), await make('rep'), await make('rep')].map(
      ({ id }) => id,
    );
    const [act = 0, bill = 0] = ids(2);
    const acts = (official_seq_no: string, title: string) =>
      write('acts.json', [{ id: act, title, official_seq_no, specific_topics: [] }]);
    const bills = (version_no: string, sponsors: unknown[]) =>
      write('rs_bills.json', [
        { id: bill, act_id: act, is_law: false, version_no, sponsors, content: '案由', act_features: [] },
      ]);
    const [title, newTitle] = [unique('法'), unique('新法')];
    await acts('01', title);
    await bills('一', [a, b]);
    await importAll();
    await patch(`/console/lab/acts/${act}`, { official_seq_no: '02' });
    await patch(`/console/lab/rs_bills/${bill}`, { version_no: '編輯', sponsors: [b, a, c], content: '編輯的案由' });

    const again = await plan();
    expect(shown(again)).toEqual([
      [act, 'official_seq_no', 'edited', false, '01', '02', '01'],
      [bill, 'version_no', 'edited', false, '一', '編輯', '一'],
      [bill, 'sponsors', 'edited', false, [a, b], [b, a, c], [a, b]],
      [bill, 'content', 'edited', false, '案由', '編輯的案由', '案由'],
    ]);
    expect(again.counts.acts).toEqual({ created: 0, changed: 0, removed: 0, unchanged: 1 });

    await acts('01', newTitle);
    await bills('二', [a, b, d]);
    const { edits, ...newer } = await plan();
    expect(edits.find(({ path }) => path === 'version_no')).toMatchObject({ kind: 'conflict', isTaken: false });
    expect(newer.editCounts).toEqual({ edited: 2, conflict: 1, merged: 1 });
    const out = await importAll();
    expect(out).toMatch(
      new RegExp(`Conflict, kept: rs_bills ${bill} 編輯 · .+ \\(.+rs_bills.json, record 1\\), version_no`),
    );
    expect(out).toMatch(/ {2}last import: "一"\n {2}now: {9}"編輯" \(.+, 2.* UTC\)\n {2}file: {8}"二"\n/);
    expect(await stored('acts', act)).toMatchObject({ title: newTitle, official_seq_no: '02' });
    expect(await stored('rs_bills', bill)).toMatchObject({
      version_no: '編輯',
      sponsors: [b, d, a, c],
      content: '編輯的案由',
    });
    // What was kept and merged is not taken for what the import brought; what nobody has decided is asked again.
    expect((await plan()).editCounts).toEqual({ edited: 3, conflict: 1 });
    await importAll('--take-file');
    expect(await stored('rs_bills', bill)).toMatchObject({ version_no: '二', content: '編輯的案由' });
    expect((await plan()).editCounts).toEqual({ edited: 3 });
    // The list has what either added; what the file removes goes.
    await bills('二', [a, b]);
    await importAll();
    expect((await stored('rs_bills', bill)).sponsors).toEqual([b, a, c]);
  });

  it('decides single fields and records as somebody says, and merges rows', async () => {
    const steps = await Promise.all([make('legislative-step'), make('legislative-step')]);
    const [first = 0, second = 0] = steps.map(({ id }) => id);
    const [act = 0, bill = 0, gone = 0] = ids(3);
    const day = (date: number) => Date.UTC(2016, 1, date);
    const step = (legislative_step_id: number, date: number) => ({ legislative_step_id, date: day(date) });
    const bills = (version_no: string, content: string, rows: object[]) =>
      write('rs_bills.json', [
        { id: bill, act_id: act, is_law: false, version_no, content, legislative_steps: rows, act_features: [] },
      ]);
    const acts = [act, gone].map((id) => ({ id, title: unique('法'), official_seq_no: '1', specific_topics: [] }));
    await write('acts.json', acts);
    await bills('一', '案由', [step(first, 1)]);
    await importAll();
    const edited = { version_no: '編輯', content: '編輯的案由', legislative_steps: [step(first, 2)] };
    await patch(`/console/lab/rs_bills/${bill}`, edited);
    expect((await del(`/console/lab/acts/${gone}`)).status).toBe(204);
    await bills('二', '新的案由', [step(first, 1), step(second, 3)]);
    const { editCounts } = await plan();
    expect(editCounts).toEqual({ conflict: 2, merged: 1, deleted: 1 });

    const [field, other] = [`rs_bills/${bill}/version_no`, `rs_bills/${bill}/content`];
    const decided = await plan('--take', field, `acts/${gone}`, '--keep', other);
    expect(shown(decided).map(([number, path, kind, isTaken]) => [number, path, kind, isTaken])).toEqual([
      [gone, '', 'deleted', true],
      [bill, 'version_no', 'conflict', true],
      [bill, 'content', 'conflict', false],
      [bill, 'legislative_steps', 'merged', false],
    ]);
    await importAll('--take', field, `acts/${gone}`, '--keep', other);
    expect((await get(`/console/lab/acts/${gone}`)).status).toBe(200);
    expect(await stored('rs_bills', bill)).toMatchObject({
      version_no: '二',
      content: '編輯的案由',
      legislative_steps: [step(first, 2), step(second, 3)],
    });
    // To keep a field is a decision: nobody is asked again, until the file says something new.
    const again = await plan('--take', `rs_bills/${bill}/date`);
    expect(again.editCounts).toEqual({ edited: 2 });
    expect(again.warnings).toMatchObject([
      { resource: 'rs_bills', number: bill, path: 'date', code: 'NOTHING_TO_DECIDE' },
    ]);
    expect((await plan('--take', `rs_bills/${bill}`)).counts.rs_bills?.changed).toBe(1);
    const wrong = ['--take', 'rs_bills/1/colour', field, '--keep', field, 'bills/1'];
    const { code, err } = await content(['plan', at('.'), '-o', at('a.plan'), ...wrong]);
    expect([code, err.trim().split('\n')]).toEqual([
      2,
      [
        'rs_bills/1/colour: rs_bills has no field "colour"',
        'bills/1: there is no resource "bills"',
        `${field}: give --take or --keep, not both`,
      ],
    ]);
  });

  it('keeps what somebody has decided where what people and the file say breaks a rule together', async () => {
    const index = uniqueIndex();
    const lists = { sessions: [], parties: [], caucuses: [], districts: [] };
    const day = (date: number) => Date.UTC(2016, 1, date);
    const term = (start: number, end: number) =>
      write('terms.json', [{ index, start_date: day(start), end_date: day(end), ...lists }]);
    const [start, end] = [`terms/${index}/start_date`, `terms/${index}/end_date`];
    const planned = async (...options: string[]) => {
      const { edits, faults } = await plan(...options);
      return faults.length > 0
        ? faults.map(({ path, code }) => [path, code])
        : edits.map(({ path, isTaken }) => [path, isTaken]);
    };
    await term(1, 9);
    await importAll();
    await patch(`/console/lab/terms/${index}`, { end_date: day(3) });
    await term(5, 8);
    const kept = [
      ['end_date', false],
      ['start_date', false],
    ];
    expect(await planned()).toEqual(kept);
    expect(await planned('--take-file')).toEqual([['end_date', true]]);
    // What nobody has decided gives way.
    expect(await planned('--take', start)).toEqual([['end_date', true]]);
    expect(await planned('--take-file', '--keep', end)).toEqual(kept);
    expect(await planned('--take', start, '--keep', end)).toEqual([['end_date', 'INVALID_VALUE']]);
    await importAll('--take-file', '--keep', end);
    expect(await stored('terms', index)).toMatchObject({ start_date: day(1), end_date: day(3) });
  });

  it('leaves deleted what people have deleted, and what refers to it out, unless it is to return', async () => {
    const [rep, other] = [await make('rep'), await make('rep')].map(({ id }) => id);
    const [kept = 0, gone = 0, added = 0] = ids(3);
    const act = (id: number | undefined, title: string) => ({ id, title, official_seq_no: '1', specific_topics: [] });
    const [one, two] = [unique('法'), unique('法')];
    const bill = (id: number | undefined, act_id: number | undefined) => ({
      id,
      act_id,
      is_law: false,
      act_features: [],
      sponsors: [rep, other],
    });
    await write('acts.json', [act(kept, one), act(gone, two)]);
    await importAll();
    expect((await del(`/console/lab/acts/${gone}`)).status).toBe(204);

    expect(shown(await plan())).toEqual([[gone, '', 'deleted', false]]);
    expect(await importAll()).toContain('--restore-deleted brings it back');
    expect((await get(`/console/lab/acts/${gone}`)).status).toBe(404);
    // Matched by its title, it is the same record.
    await write('acts.json', [act(kept, one), act(undefined, two)]);
    expect(shown(await plan('--match', 'title'))).toEqual([[gone, '', 'deleted', false]]);
    await write('rs_bills.json', [bill(added, gone)]);
    expect((await content(['plan', at('.'), '-o', at('a.plan'), '--match', 'title'])).err).toContain(
      `acts has no record ${gone}`,
    );

    const back = await importAll('--match', 'title', '--restore-deleted');
    // An undone import counts as none: what people had deleted is deleted again.
    const [, batch = ''] = /batch (\d+)/.exec(back) ?? [];
    expect((await content(['undo', batch])).code).toBe(0);
    await write('rs_bills.json', []);
    expect(shown(await plan('--match', 'title'))).toEqual([[gone, '', 'deleted', false]]);
    await write('rs_bills.json', [bill(added, gone)]);
    await importAll('--match', 'title', '--restore-deleted');
    expect(await stored('acts', gone)).toMatchObject({ id: gone, title: two });
    expect(await stored('rs_bills', added)).toMatchObject({ act_id: gone, sponsors: [rep, other] });

    expect((await del(`/console/lab/reps/${rep}`)).status).toBe(204);
    await write('acts.json', []);
    expect(shown(await plan())).toEqual([[added, 'sponsors', 'edited', false, [rep, other], [other], [rep, other]]]);
    const [fresh = 0] = ids(1);
    await write('rs_bills.json', [bill(fresh, kept)]);
    expect(shown(await plan())).toEqual([[rep, '', 'deleted', false]]);
    await importAll();
    expect((await stored('rs_bills', fresh)).sponsors).toEqual([other]);
    expect((await stored('rs_bills', added)).sponsors).toEqual([other]);
  });

  it('leaves children where they are if the list that they would go to is kept', async () => {
    const [one = 0, two = 0, stays = 0, moves = 0, kept = 0, fresh = 0, act = 0, bill = 0] = ids(8);
    const asked = (id: number, question: string) => ({ id, question, index: 1 });
    const topic = (id: number, st_questions: object[]) => ({
      id,
      title: '題',
      index: 1,
      description: '述',
      general_topics: [],
      act_dirs: [],
      st_questions,
    });
    await write('specific_topics.json', [
      topic(one, [asked(moves, '移'), asked(stays, '留')]),
      topic(two, [asked(kept, '一')]),
    ]);
    await write('acts.json', [{ id: act, title: unique('法'), official_seq_no: '1', specific_topics: [] }]);
    await importAll();
    await patch(`/console/lab/specific_topics/${two}`, { st_questions: [asked(kept, '二')] });

    await write('specific_topics.json', [
      topic(one, [asked(stays, '留')]),
      topic(two, [asked(moves, '移'), asked(kept, '三'), asked(fresh, '新')]),
    ]);
    const st_questions = [moves, fresh].map((st_question_id) => ({ st_id: two, st_question_id, position: '贊成' }));
    await write('rs_bills.json', [
      { id: bill, act_id: act, is_law: false, sponsors: [], act_features: [], st_questions },
    ]);
    const { edits, counts, faults } = await plan();
    expect(faults).toEqual([]);
    expect(edits.map(({ number, path, kind, isTaken }) => [number, path, kind, isTaken])).toEqual([
      [one, 'st_questions', 'conflict', false],
      [two, 'st_questions', 'conflict', false],
      [bill, 'st_questions', 'conflict', false],
    ]);
    expect(counts.st_questions).toBeUndefined();
    await importAll();
    const questionsOf = async (id: number) =>
      (await stored('specific_topics', id)).st_questions.map(({ question }: { question: string }) => question);
    expect(await Promise.all([one, two].map(questionsOf))).toEqual([['留', '移'], ['二']]);
    expect((await stored('rs_bills', bill)).st_questions).toMatchObject([{ st_id: one, st_question_id: moves }]);

    await importAll('--take-file');
    expect(await Promise.all([one, two].map(questionsOf))).toEqual([['留'], ['移', '三', '新']]);
    expect((await stored('rs_bills', bill)).st_questions).toMatchObject(st_questions);

    // Nor do they go to a topic that people have deleted, which would delete them.
    expect((await del(`/console/lab/rs_bills/${bill}`)).status).toBe(204);
    expect((await del(`/console/lab/specific_topics/${two}`)).status).toBe(204);
    await write('rs_bills.json', []);
    await write('specific_topics.json', [topic(one, []), topic(two, [asked(stays, '留'), asked(fresh, '新')])]);
    const later = await plan();
    expect([later.faults, later.counts.st_questions]).toEqual([[], undefined]);
    await importAll();
    expect(await questionsOf(one)).toEqual(['留']);
  });

  it('keeps edits of a record that people have made and that was as the file says', async () => {
    const { id } = await make('bill', { date: 1000 });
    const change = (date: number | null) => patch(`/console/lab/rs_bills/${id}`, { date });
    await write('rs_bills.json', [{ id, date: 1000 }]);
    const found = await plan();
    expect([found.noteCount, found.edits]).toEqual([1, []]);
    // Of what somebody has changed meanwhile, nothing is noted.
    await change(2000);
    expect((await content(['apply', at('a.plan')])).code).toBe(0);
    expect(shown(await plan())).toEqual([[id, '', 'matched', true]]);
    await change(1000);
    expect((await plan()).noteCount).toBe(1);
    expect((await content(['apply', at('a.plan')])).code).toBe(0);
    expect((await plan()).noteCount).toBe(0);
    await change(3000);
    expect(shown(await plan())).toEqual([[id, 'date', 'edited', false, 1000, 3000, 1000]]);
    await change(null);
    await write('rs_bills.json', [{ id, date: null }]);
    await importAll();
    await change(4000);
    expect(shown(await plan())).toEqual([[id, 'date', 'edited', false, null, 4000, null]]);
  });

  it('does not take what it leaves out of a record that returns for what it says', async () => {
    const [id = 0] = ids(1);
    const title = unique('法');
    const whole = [{ id, title, official_seq_no: '1', specific_topics: [] }];
    await write('acts.json', whole);
    await importAll();
    await patch(`/console/lab/acts/${id}`, { official_seq_no: '2' });
    await del(`/console/lab/acts/${id}`);
    await write('acts.json', [{ id, title }]);
    await importAll('--restore-deleted');
    await write('acts.json', whole);
    expect(shown(await plan())).toEqual([[id, 'official_seq_no', 'edited', false, '1', '2', '1']]);
  });

  it('changes what people have made, and says so; an undone import counts as none', async () => {
    const { id, title } = await make('act', { official_seq_no: '1' });
    await write('acts.json', [{ id, title, official_seq_no: '2' }]);
    expect(shown(await plan())).toEqual([[id, '', 'matched', true]]);
    const [, batch = ''] = /batch (\d+)/.exec(await importAll()) ?? [];
    expect((await content(['undo', batch])).code).toBe(0);
    expect((await stored('acts', id)).official_seq_no).toBe('1');
    expect(shown(await plan())).toEqual([[id, '', 'matched', true]]);
    await importAll();
    expect((await stored('acts', id)).official_seq_no).toBe('2');
  });

  it('keeps what is decided of what people have made, and the next imports keep it, too', async () => {
    const { id, title } = await make('act', { official_seq_no: '1' });
    const file = (official_seq_no: string) => write('acts.json', [{ title, official_seq_no }]);
    await file('2');
    const match = ['--match', 'title'];
    const kept = [id, 'official_seq_no', 'conflict', false, '1', '2'];
    for (const name of [`acts/${id}`, `acts/${id}/official_seq_no`]) {
      const decided = await plan(...match, '--keep', name);
      expect(shown(decided)).toEqual([[id, '', 'matched', false], kept]);
      expect([decided.warnings, decided.counts.acts?.unchanged]).toEqual([[], 1]);
    }
    expect((await plan(...match, '--take', `acts/${id}`)).warnings).toEqual([]);
    await importAll(...match, '--keep', `acts/${id}`);
    expect((await stored('acts', id)).official_seq_no).toBe('1');
    expect(shown(await plan(...match))).toEqual([[id, 'official_seq_no', 'edited', false, '2', '1', '2']]);
    await file('3');
    expect(shown(await plan(...match))).toEqual([[id, 'official_seq_no', 'conflict', false, '2', '1', '3']]);
  });

  it('costs no more statements for more records', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => make('act', { official_seq_no: '1' })));
    const count = async (acts: RecordBody[]) => {
      await write(
        'acts.json',
        acts.map(({ id, title }) => ({ id, title, official_seq_no: '2' })),
      );
      return statements(() => plan());
    };
    expect(await count(made)).toBe(await count(made.slice(0, 1)));
  });
});
