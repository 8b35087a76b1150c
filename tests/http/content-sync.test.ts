import type { Summary } from '../../src/plugins/rostra/server/src/plan/types';
import { del, get, patch, sql } from '../support/client';
import { content, contentFolder, identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';

const { write, at, read } = contentFolder();
const ids = identifiersUpTo(4_600_000);

/** The name of the source that the files name: each test has its own. */
let from: string[] = [];

beforeEach(() => {
  from = ['--source', unique('s').toLowerCase()];
});

const sourceName = () => from[1] ?? '';

const counts = (created: number, changed: number, unchanged: number, removed = 0) => ({
  ...{ created, changed, removed, unchanged },
});

/** Plans the folder; returns the exit code, and what the plan's JSON says. */
async function plan(...options: string[]): Promise<Summary & { code: number | null }> {
  const { code, out, err } = await content(['plan', at('.'), '-o', at('a.plan'), '--json', ...from, ...options]);
  expect(err).toBe('');
  return { code, ...(JSON.parse(out) as Summary) };
}

/** Imports the folder; returns the number of the batch. */
async function importAll(...options: string[]): Promise<string> {
  const { code, out, err } = await content(['import', at('.'), ...from, ...options]);
  expect([code, err]).toEqual([0, '']);
  return /batch (\d+)/.exec(out)?.[1] ?? '';
}

const reps = (...records: object[]) => write('reps.json', records);
const acts = (...records: object[]) => write('acts.json', records);

const rep = (id: number) => ({ id, external_id: `${id}`, name: unique('代') });
const act = (id: number) => ({
  ...{ id, external_id: `${id}`, title: unique('法'), official_seq_no: '1', specific_topics: [] },
});
const bill = (id: number, act_id: number, sponsors?: number[]) => ({
  ...{ id, act_id, is_law: false, act_features: [], version_no: unique('號') },
  ...(sponsors && { sponsors }),
});

/** A relation between two acts. */
const relation = (from_id: number, to_id: number) => ({ from_type: 'Act', from_id, to_type: 'Act', to_id });

const statusesOf = (path: string, some: number[]) =>
  Promise.all(some.map(async (id) => (await get(`/console/lab/${path}/${id}`)).status));

describe('an import that removes what its source no longer has', () => {
  it('removes only that, keeps what people have changed, and asks before it removes much', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = ids(4);
    const other = (await make('rep', { name: unique('手') })).id;
    const [first, second, ...others] = [rep(a), rep(b), rep(c), rep(d)];
    await reps(first as object, second as object, ...others);
    await importAll('--sync');
    const written = await make('bill', { act_id: (await make('act')).id, sponsors: [other, c] });
    await patch(`/console/lab/reps/${b}`, { contacts: '人工' });

    await reps(first as object);
    expect((await plan()).counts.reps).toEqual(counts(0, 0, 1));
    const many = await plan('--sync');
    const message = new RegExp(
      `^2 of 4 reps that ${sourceName()} knew are missing \\("[^"]+", "[^"]+"\\); at most 1 .*--sync-limit 2`,
    );
    expect([many.code, many.neededLimit, many.faults]).toMatchObject([
      1,
      2,
      [{ code: 'TOO_MANY', message: expect.stringMatching(message) }],
    ]);
    const planned = await plan('--sync', '--sync-limit', '2', '--html', at('page.html'), '--language', 'en');
    expect(planned.counts.reps).toEqual(counts(0, 0, 1, 2));
    expect(planned.edits).toMatchObject([
      { kind: 'gone', number: b, isTaken: false, by: { door: 'api' }, stay: { reason: 'changed' } },
    ]);
    expect(planned.warnings).toMatchObject([{ code: 'REFERENCE_LOST', number: c }]);
    const page = await read('page.html');
    expect(page).toMatch(/no longer at the source: kept<\/span> <small>changed by hand · /);
    expect(page).toContain(`<code>reps/${b}</code>`);
    expect(page).toContain('<td>Records that are no longer at the source</td><td>1</td>');
    const { code, out } = await content(['apply', at('a.plan')]);
    expect(code).toBe(0);
    const all = [a, b, c, d, other];
    expect(await statusesOf('reps', all)).toEqual([200, 200, 404, 404, 200]);
    expect((await get(`/console/lab/rs_bills/${written.id}`)).body.sponsors).toEqual([other]);

    const [, batch = ''] = /batch (\d+)/.exec(out) ?? [];
    expect((await content(['undo', batch])).code).toBe(0);
    expect(await statusesOf('reps', all)).toEqual([200, 200, 200, 200, 200]);
    expect((await get(`/console/lab/rs_bills/${written.id}`)).body.sponsors).toEqual([other, c]);
    // To take what the file says of fields removes nothing more.
    expect((await plan('--sync', '--sync-limit', '3', '--take-file')).counts.reps?.removed).toBe(2);
    expect((await plan('--sync', '--sync-limit', '3', '--sync-all')).counts.reps?.removed).toBe(3);
    // What the source has again is the same record.
    await reps(...[first, second, ...others].map((each) => ({ ...each, id: undefined })));
    expect((await plan('--sync')).counts.reps).toEqual(counts(0, 0, 4));
  });

  it('says that what it has removed returns, as of what people have deleted', async () => {
    const [a = 0, b = 0, c = 0] = ids(3);
    const all = [rep(a), rep(b)];
    await reps(...all);
    await importAll();
    await reps(all[0] as object);
    await importAll('--sync');
    expect(await statusesOf('reps', [b])).toEqual([404]);
    await reps(...all, rep(c));
    const { code, out } = await content([
      'plan',
      at('.'),
      '-o',
      at('a.plan'),
      ...from,
      '--html',
      at('page.html'),
      '--language',
      'zh',
    ]);
    expect(code).toBe(0);
    const batch = await importAll();
    const done = await content(['batch', 'diff', batch]);
    for (const text of [out, done.out]) {
      expect(text).toContain(`reps ${b} (restored)`);
      expect(text).toContain(`reps ${c} (new)`);
    }
    expect((await read('page.html')).match(/badge">(新增|還原)/g)).toHaveLength(2);
  });

  it('removes nothing but what imports from this source have made, and says why the rest stays', async () => {
    const [stays = 0, plain = 0, restored = 0, known = 0, related = 0, found = 0] = ids(6);
    const made = await make('act', { title: unique('法') });
    const [first, ...others] = [stays, plain, restored, known, related, found].map(act);
    await acts(first as object, ...others, { ...act(made.id), title: made.title });
    await importAll();
    await acts({ ...others[2], external_id: 'elsewhere' });
    expect((await content(['import', at('.'), '--source', 'elsewhere'])).code).toBe(0);
    const by = await make('topic-relation', relation(stays, related));
    await sql("delete from rostra_revisions where resource = 'acts' and number = $1", [found]);
    // An editor brings back what an import has removed.
    await acts(first as object, ...others.filter(({ id }) => id !== restored), act(made.id));
    const removal = await importAll('--sync');
    expect(await statusesOf('acts', [restored])).toEqual([404]);
    const { rows } = (await get(`/console/lab/acts/${restored}/history`)).body;
    const record = ['acts', String(restored), '--change', String(rows.at(-1).change), '--note', '還在'];
    expect((await content(['restore', ...record])).code).toBe(0);

    await acts(first as object);
    const planned = await plan('--sync', '--sync-limit', '1');
    expect([planned.faults, planned.counts.acts]).toEqual([[], counts(0, 0, 1, 1)]);
    const kept = planned.edits.map(({ number, stay }) => [number, stay] as const);
    expect(new Map(kept)).toEqual(
      new Map<number, unknown>([
        [made.id, { reason: 'made' }],
        [restored, { reason: 'restored' }],
        [known, { reason: 'known', sources: ['elsewhere'] }],
        [related, { reason: 'made', dependent: { resource: 'topic_relations', number: by.id } }],
        [found, { reason: 'unknown' }],
      ]),
    );
    const shown = await content(['plan', at('.'), '-o', at('a.plan'), ...from, '--sync']);
    expect(shown.out).toContain(`topic_relations ${by.id}, which belongs to it, was made by `);
    expect(shown.out).toContain('they stay; --sync-all removes them');
    const every = await plan('--sync', '--sync-limit', '20', '--sync-all');
    expect(every.counts).toMatchObject({ acts: { removed: 6 }, topic_relations: { removed: 1 } });
    expect(every.edits.every(({ isTaken }) => isTaken)).toBe(true);
    // What is decided of what belongs to a record decides of the record, too.
    const ofRelated = `topic_relations/${by.id}`;
    const spared = await plan('--sync', '--sync-limit', '20', '--sync-all', '--keep', ofRelated);
    expect([spared.counts.acts?.removed, spared.counts.topic_relations, spared.warnings]).toEqual([5, undefined, []]);
    expect(spared.edits.find(({ number }) => number === related)).toMatchObject({
      isTaken: false,
      stay: { reason: 'kept', dependent: { resource: 'topic_relations', number: by.id } },
    });
    const taken = await plan('--sync', '--sync-limit', '3', '--take', ofRelated);
    expect(taken.counts).toMatchObject({ acts: { removed: 2 }, topic_relations: { removed: 1 } });
    await plan('--sync', '--sync-limit', '20', '--sync-all');
    expect((await content(['apply', at('a.plan')])).code).toBe(0);
    expect(await statusesOf('acts', [stays, plain, made.id, related])).toEqual([200, 404, 404, 404]);
    expect(removal).not.toBe('');
  });

  it('counts what is stored, with all that would go with it', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = ids(4);
    const all = [a, b, c, d].map(act);
    await acts(...all);
    await write('topic_relations.json', [relation(a, b), relation(b, a)]);
    await importAll();
    // Two are gone already: two remain of which the source knows.
    await acts(all[0] as object, all[1] as object);
    await write('topic_relations.json', []);
    await importAll('--sync', '--sync-limit', '2');
    await acts();
    const { faults, neededLimit } = await plan('--sync');
    expect(faults.map(({ message }) => message)).toEqual([
      `2 of 2 acts that ${sourceName()} knew are missing ("${a}", "${b}"), and 2 records belong to them; at most 1, or 21 with what belongs to them, would be removed: is ${at('acts.json')} complete? --sync-limit 4 removes them`,
    ]);
    expect(neededLimit).toBe(4);
    await acts(all[0] as object);
    expect((await plan('--sync', '--sync-limit', '2')).neededLimit).toBe(3);
    // One may always go, with what belongs to it.
    const batch = await importAll('--sync');
    expect(await statusesOf('acts', [a, b])).toEqual([200, 404]);
    expect((await content(['undo', batch])).code).toBe(0);
    expect((await get(`/console/lab/topic_relations?from_type=Act&from_id=${a}`)).body.rows).toHaveLength(2);
  });

  it('clears references of which the files say nothing, and faults those that they have', async () => {
    const [a = 0, b = 0, c = 0, one = 0, two = 0] = ids(5);
    const [stays, goes] = [rep(a), rep(b)];
    const [old, later] = [act(c), act(one)];
    await reps(stays, goes);
    await acts(old, later);
    const [first, second] = [bill(two, one, [a, b]), bill(c, one, [a])];
    await write('rs_bills.json', [first, second]);
    const moved = { id: c };
    await write('topic_relations.json', [{ ...moved, ...relation(c, one) }]);
    await importAll();
    // An editor has added one of those that go, and another one.
    const added = (await make('rep', { name: unique('手') })).id;
    await patch(`/console/lab/rs_bills/${c}`, { sponsors: [a, b, added] });

    await reps(stays);
    await acts(later);
    await write('topic_relations.json', [{ id: moved.id, ...relation(one, one) }]);
    const refused = await plan('--sync');
    expect(refused.faults.map(({ path, message }) => [path, message])).toEqual([
      ['sponsors[1]', `reps ${b} would be deleted: ${sourceName()} no longer has it`],
    ]);
    await write('rs_bills.json', [{ ...first, sponsors: undefined }, second]);
    const planned = await plan('--sync');
    expect(planned.faults).toEqual([]);
    expect(planned.counts).toMatchObject({
      ...{ reps: counts(0, 0, 1, 1), acts: counts(0, 0, 1, 1) },
      ...{ rs_bills: counts(0, 2, 0), topic_relations: counts(0, 1, 0) },
    });
    expect(planned.warnings.map(({ message }) => message)).toEqual([
      `reps ${b} is no longer at ${sourceName()}; references to it are cleared: rs_bills ${two} (sponsors), rs_bills ${c} (sponsors)`,
    ]);
    expect((await content(['apply', at('a.plan')])).code).toBe(0);
    const sponsorsOf = async (id: number) => new Set((await get(`/console/lab/rs_bills/${id}`)).body.sponsors);
    expect([await sponsorsOf(two), await sponsorsOf(c)]).toEqual([new Set([a]), new Set([a, added])]);
    expect((await get(`/console/lab/topic_relations/${moved.id}`)).body.from_id).toBe(one);
    // What the editor has added stays an edit.
    expect((await plan()).counts.rs_bills).toEqual(counts(0, 0, 2));
    // A record that the files have, but do not move, needs what it belongs to.
    await acts();
    await write('topic_relations.json', [{ id: moved.id, weight: 2 }]);
    await write('rs_bills.json', []);
    for (const id of [two, c]) expect((await del(`/console/lab/rs_bills/${id}`)).status).toBe(204);
    const { faults } = await plan('--sync');
    expect(faults.map(({ path }) => path)).toContain('from_id');
  });

  it('leaves the work of people theirs in what it has cleared or merged', async () => {
    const [a = 0, z = 0, b = 0, one = 0, two = 0, three = 0] = ids(6);
    const all = [rep(a), rep(z), rep(b)];
    const added = (await make('rep', { name: unique('手') })).id;
    const actId = (await make('act')).id;
    const [first, second, third] = [bill(one, actId), bill(two, actId), bill(three, actId)];
    const known = [first, second, third].map((each) => ({ ...each, external_id: `${each.id}` }));
    const bills = (...sponsors: (number[] | undefined)[]) =>
      write(
        'rs_bills.json',
        known.slice(known.length - sponsors.length).map((each, index) => ({ ...each, sponsors: sponsors[index] })),
      );
    await reps(...all);
    await bills([a, b], [a, b], [a]);
    await importAll();
    for (const [id, former] of [
      [one, [a, b]],
      [two, [a, b]],
      [three, [a]],
    ] as const)
      expect((await patch(`/console/lab/rs_bills/${id}`, { sponsors: [...former, added] })).status).toBe(200);
    // The first bill is not in the files, and of the second they do not say who its sponsors are.
    await reps(...all.slice(0, 2));
    await bills(undefined, [a, z]);
    const merging = await plan('--sync');
    expect(merging.edits.map(({ number, kind }) => [number, kind])).toEqual([
      [one, 'gone'],
      [three, 'merged'],
    ]);
    expect((await content(['apply', at('a.plan')])).code).toBe(0);
    const sponsorsOf = async (id: number) => new Set((await get(`/console/lab/rs_bills/${id}`)).body.sponsors);
    const expected = [new Set([a, added]), new Set([a, added]), new Set([a, z, added])];
    expect(await Promise.all([one, two, three].map(sponsorsOf))).toEqual(expected);

    await bills([a], [a], [a, z]);
    const planned = await plan();
    expect(planned.counts.rs_bills).toEqual(counts(0, 0, 3));
    expect(planned.edits.map(({ number, kind, by }) => [number, kind, by?.door])).toEqual(
      [one, two, three].map((id) => [id, 'edited', 'api']),
    );
    await write('rs_bills.json', []);
    const dropped = await plan('--sync');
    expect(dropped.edits.map(({ number, stay, by }) => [number, stay, by?.door])).toEqual(
      [one, two, three].map((id) => [id, { reason: 'changed' }, 'api']),
    );
  });

  it('takes what people have brought back for the source’s again once that has it', async () => {
    const [a = 0, b = 0, c = 0] = ids(3);
    const [first, back, undone] = [rep(a), rep(b), rep(c)];
    const restore = async (id: number) => {
      const { rows } = (await get(`/console/lab/reps/${id}/history`)).body;
      const options = ['--change', String(rows.at(-1).change), '--note', '還在'];
      expect((await content(['restore', 'reps', String(id), ...options])).code).toBe(0);
    };
    await reps(first, back);
    await importAll();
    expect((await del(`/console/lab/reps/${b}`)).status).toBe(204);
    await restore(b);
    // An import that does not name the source says nothing of whether that has it.
    await reps({ id: b, contacts: '一' });
    expect((await content(['import', at('reps.json')])).code).toBe(0);
    await reps(first);
    expect((await plan('--sync')).edits).toMatchObject([{ number: b, stay: { reason: 'restored' }, by: {} }]);
    await reps(first, back);
    expect(await plan()).toMatchObject({ counts: { reps: counts(0, 0, 2) }, noteCount: 1, identifiedCount: 0 });
    await importAll();
    expect((await plan()).noteCount).toBe(0);
    // What that import has changed is an edit until the source says the same.
    await reps(first);
    expect((await plan('--sync')).edits).toMatchObject([
      { number: b, stay: { reason: 'changed' }, by: { import: { source: '' } } },
    ]);
    await reps(first, { ...back, contacts: '一' });
    await importAll();
    await reps(first);
    expect(await plan('--sync')).toMatchObject({ counts: { reps: counts(0, 0, 1, 1) }, edits: [] });

    // Who brings back what an undone import had created has made it.
    await reps(first, back, undone);
    expect((await content(['undo', await importAll()])).code).toBe(0);
    await restore(c);
    await importAll();
    await reps(first, back);
    expect((await plan('--sync')).edits).toMatchObject([{ number: c, stay: { reason: 'made' }, by: {} }]);
  });

  it('keeps what others require, and what that requires', async () => {
    const [needed = 0, indirect = 0, free = 0, edited = 0, going = 0] = ids(5);
    await acts(act(needed), act(indirect), act(free));
    const known = [bill(edited, indirect), bill(going, free)].map((each) => ({ ...each, external_id: `${each.id}` }));
    await write('rs_bills.json', known);
    await importAll();
    const needing = await make('bill', { act_id: needed });
    await patch(`/console/lab/rs_bills/${edited}`, { content: '人工' });
    await acts();
    await write('rs_bills.json', []);
    // Nothing else may be decided of what is required.
    for (const options of [[], ['--take', `acts/${needed}`]]) {
      const planned = await plan('--sync', ...options);
      expect([planned.code, planned.faults]).toEqual([0, []]);
      expect(planned.counts).toMatchObject({ acts: { removed: 1 }, rs_bills: { removed: 1 } });
      expect(planned.edits.map(({ resource, number, isTaken, stay }) => [resource, number, isTaken, stay])).toEqual([
        ['acts', needed, false, { reason: 'required', user: { resource: 'rs_bills', number: needing.id } }],
        ['acts', indirect, false, { reason: 'required', user: { resource: 'rs_bills', number: edited } }],
        ['rs_bills', edited, false, { reason: 'changed' }],
      ]);
    }
    const every = await plan(
      '--sync',
      '--sync-all',
      '--sync-limit',
      '4',
      '--html',
      at('page.html'),
      '--language',
      'en',
    );
    expect(every.counts).toMatchObject({ acts: { removed: 2 }, rs_bills: { removed: 2 } });
    expect(await read('page.html')).toMatch(/no longer at the source: kept<\/span> <small>required by \S.* \d+ · /);
    expect((await content(['apply', at('a.plan')])).code).toBe(0);
    expect(await statusesOf('acts', [needed, indirect, free])).toEqual([200, 404, 404]);
  });

  it('refuses options that make no sense together', async () => {
    for (const options of [['--sync'], [...from, '--sync-limit', '3'], [...from, '--sync-all']])
      expect((await content(['plan', at('.'), ...options])).code).toBe(2);
  });
});
