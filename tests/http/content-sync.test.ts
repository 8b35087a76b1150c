import type { Summary } from '../../src/plugins/rostra/server/src/plan/types';
import { get, patch, sql } from '../support/client';
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
    const message = new RegExp(`^2 of 4 reps that ${sourceName()} knew are missing; at most 1 .*--sync-limit 2`);
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
    expect(await read('page.html')).toMatch(/no longer at the source: kept<\/span> <small>changed by hand · /);
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
    await acts(all[0] as object);
    const { faults, neededLimit } = await plan('--sync');
    expect(faults.map(({ message }) => message)).toEqual([
      `1 of 2 acts that ${sourceName()} knew are missing, and 2 records belong to them; at most 1 would be removed: is ${at('acts.json')} complete? --sync-limit 3 removes them`,
    ]);
    expect(neededLimit).toBe(3);
    await acts();
    expect((await plan('--sync')).faults[0]?.message).toContain(
      `2 of 2 acts that ${sourceName()} knew are missing, and 2 records `,
    );
    await acts(all[0] as object);
    const batch = await importAll('--sync', '--sync-limit', '3');
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
    const { faults } = await plan('--sync');
    expect(faults.map(({ path }) => path)).toContain('from_id');
  });

  it('refuses to remove what others need, and names them', async () => {
    const [id = 0] = ids(1);
    await acts(act(id));
    await importAll();
    const needing = await make('bill', { act_id: id });
    await acts();
    const { code, faults } = await plan('--sync');
    expect([code, faults.map(({ message }) => message)]).toEqual([
      1,
      [`acts ${id} is no longer at ${sourceName()}, but is in use: rs_bills ${needing.id} (act_id)`],
    ]);
    for (const options of [['--sync'], [...from, '--sync-limit', '3'], [...from, '--sync-all']])
      expect((await content(['plan', at('.'), ...options])).code).toBe(2);
  });
});
