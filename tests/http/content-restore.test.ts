import os from 'node:os';
import { del, get, patch, send, sql } from '../support/client';
import { content, contentFolder, identifiersUpTo } from '../support/content';
import { make, unique, voteTwice } from '../support/factory';
import { documentOf, panel } from '../support/panel';
import { createPanelUser, readPermission } from '../support/panel-users';
import { readEverything, sharedReader } from '../support/read-everything';

const { write, importAll } = contentFolder();
const ids = identifiersUpTo(7_500_000);

const TAGS = '/console/lab/rs_tags';
const BILLS = '/console/lab/rs_bills';
const NOTE = ['--note', '清理'];

const lastChange = async (path: string): Promise<string> => String((await get(`${path}/history`)).body.rows[0]?.change);

const restore = (...args: string[]) => content(['restore', ...args]);

const me = os.userInfo().username;

describe('content history', () => {
  it('lists what changed a record, newest first, with commands under the name of the system user', async () => {
    const [name, slug] = [unique(), unique('x')];
    const tag = await make('tag', { name });
    await write('rs_tags.json', [{ id: tag.id, slug }]);
    await importAll('rs_tags.json');
    const { code, out } = await content(['history', 'rs_tags', String(tag.id)]);
    expect(code).toBe(0);
    const [first, value, second, ...rest] = out.trimEnd().split('\n');
    expect(first).toMatch(new RegExp(`^ *\\d+  20\\S+Z  changed by ${me} \\(command, import: batch \\d+\\)$`));
    expect(value).toBe(`         slug: null → "${slug}"`);
    expect(second).toMatch(/^ *\d+ {2}20\S+Z {2}created by editor \(api\)$/);
    // The time of a change includes it.
    const [, at] = first?.trim().split(/ +/) ?? [];
    expect((await get(`/console/lab/rs_tags/${tag.id}?at=${at}`)).body).toMatchObject({ name, slug });
    expect(rest).toEqual([]);
    const lines = (await content(['history', 'rs_tags', String(tag.id), '--json', '--show', '1'])).out
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ kind: 'import', batch: expect.any(Number), action: 'change' }),
    ]);
    expect((await content(['history', 'rs_tags', '999999999'])).code).toBe(2);
    expect((await content(['history', 'tugs', '1'])).code).toBe(2);
  });
});

describe('content restore', () => {
  it('takes a record back to a change, after showing it', async () => {
    const [first, second] = [unique(), unique()];
    const tag = await make('tag', { name: first, slug: 'a' });
    const path = `${TAGS}/${tag.id}`;
    const change = await lastChange(path);
    await patch(path, { name: second, slug: 'b' });
    const record = ['rs_tags', String(tag.id), '--change', change];
    const refused = await restore(...record);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`rs_tags ${tag.id}: name: was changed by editor (api) on 20`),
    ]);
    const shown = await restore(...record, '--fields', 'name', '--dry-run');
    expect([shown.code, shown.out]).toEqual([
      0,
      `rs_tags ${tag.id} ${second}\n  name: "${second}" → "${first}"\n1 record would change; nothing was written.\nIt takes back what others have done: give a reason with --note.\n`,
    ]);
    const unexplained = await restore(...record, '--fields', 'name');
    expect([unexplained.code, unexplained.err]).toEqual([2, expect.stringContaining('note: say why')]);
    expect((await restore(...record, '--fields', 'name', ...NOTE)).code).toBe(0);
    expect((await get(path)).body).toMatchObject({ name: first, slug: 'b' });
    expect((await restore(...record, '--conflicts', 'overwrite', ...NOTE)).code).toBe(0);
    expect((await get(path)).body).toEqual(tag);
    expect((await restore('rs_tags', String(tag.id), '--change', '1999999999')).code).toBe(2);
    expect((await restore('rs_tags', String(tag.id))).code).toBe(2);
    expect((await restore('--fields', 'name', '--change', change)).code).toBe(2);
    expect((await restore()).code).toBe(2);
  });

  it('takes a change back in all its records, and the restore, too', async () => {
    const [tag, other] = [await make('tag'), await make('tag')];
    const bills = await Promise.all([1, 2, 3].map(() => make('bill', { tags: [tag.id, other.id] })));
    const topic = await make('specific-topic', {
      act_dirs: [
        { name: '一', index: 1 },
        { name: '二', index: 2 },
      ],
    });
    const before = await readEverything(sharedReader());
    const [made] = ids(1);
    await write(
      'rs_bills.json',
      bills.map(({ id }) => ({ id, tags: [], content: unique() })),
    );
    await write('rs_tags.json', [
      { id: other.id, name: unique() },
      { id: made, name: unique() },
    ]);
    await write('specific_topics.json', [{ id: topic.id, act_dirs: [{ name: '三', index: 3 }] }]);
    await importAll();
    const change = await lastChange(`${TAGS}/${made}`);
    const after = await readEverything(sharedReader());
    const back = await restore('--change', change);
    expect([back.err, back.code]).toEqual(['', 0]);
    expect(await readEverything(sharedReader())).toEqual(before);
    const [, own = ''] = /change (\d+)\. Take it back/.exec(back.out) ?? [];
    const again = await restore('--change', own, '--json');
    expect(JSON.parse(again.out)).toMatchObject({ conflicts: [], refusals: [], change: expect.any(Number) });
    expect(await readEverything(sharedReader())).toEqual(after);
  });

  it('leaves, refuses or replaces what others have changed since', async () => {
    const [tag, other] = [await make('tag', { slug: 'a' }), await make('tag', { slug: 'a' })];
    const rows = [tag, other].map(({ id }) => ({ id, slug: 'b', description: '述' }));
    await write('rs_tags.json', rows);
    await importAll('rs_tags.json');
    const change = await lastChange(`${TAGS}/${tag.id}`);
    await patch(`${TAGS}/${tag.id}`, { slug: 'c' });
    const refused = await restore('--change', change);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`rs_tags ${tag.id}: slug: was changed by editor`),
    ]);
    expect((await get(`${TAGS}/${other.id}`)).body.slug).toBe('b');
    expect((await restore('--change', change, '--conflicts', 'keep')).code).toBe(0);
    expect((await get(`${TAGS}/${tag.id}`)).body).toMatchObject({ slug: 'c', description: null });
    expect((await get(`${TAGS}/${other.id}`)).body).toEqual(other);
    expect((await restore('--change', change, '--conflicts', 'overwrite')).code).toBe(0);
    expect((await get(`${TAGS}/${tag.id}`)).body).toEqual(tag);
  });

  it('takes back all that somebody has done since a time, around the work of others', async () => {
    const [kept, changed, deleted] = [await make('tag'), await make('tag', { slug: 'a' }), await make('tag')];
    const bill = await make('bill', { tags: [deleted.id, kept.id] });
    const since = new Date(Date.now()).toISOString();
    const document = await documentOf('tags', changed.id);
    const save = (data: object) => panel('PUT', 'api::tag.tag', `/${document}`, data);
    await save({ slug: 'b' });
    await patch(`${TAGS}/${changed.id}`, { slug: 'c', description: '述' });
    await save({ slug: 'd' });
    await panel('DELETE', 'api::tag.tag', `/${await documentOf('tags', deleted.id)}`);
    const { body } = await panel('POST', 'api::tag.tag', '', { name: unique() });
    expect((await get(`${BILLS}/${bill.id}`)).body.tags).toEqual([kept.id]);
    const args = ['--by', 'Rostra Admin', '--since', since];
    expect((await restore(...args)).code).toBe(2);
    const done = await restore(...args, ...NOTE);
    expect([done.err, done.code]).toEqual(['', 0]);
    // The editor's value from between the two is the one that counts.
    expect((await get(`${TAGS}/${changed.id}`)).body).toMatchObject({ slug: 'c', description: '述' });
    expect((await get(`${TAGS}/${deleted.id}`)).body).toEqual(deleted);
    expect((await get(`${BILLS}/${bill.id}`)).body).toEqual(bill);
    expect((await get(`${TAGS}/${body.data.number}`)).status).toBe(404);
    const nobody = await restore('--by', unique(), '--since', since);
    expect([nobody.code, nobody.err]).toEqual([2, expect.stringContaining('has changed anything since then')]);
  });

  it('tells people of the same name apart', async () => {
    const tags = [await make('tag', { slug: 'a' }), await make('tag', { slug: 'a' })];
    const since = new Date(Date.now()).toISOString();
    const grant = ['read', 'update'].map((verb) => ({
      ...readPermission('api::tag.tag', ['name', 'slug', 'number']),
      action: `plugin::content-manager.explorer.${verb}`,
    }));
    for (const { id } of tags) {
      const path = `/content-manager/collection-types/api::tag.tag/${await documentOf('tags', id)}`;
      expect((await send('PUT', path, { slug: 'b' }, await createPanelUser(grant))).status).toBe(200);
    }
    const refused = await restore('--by', 'Rui Lin', '--since', since, ...NOTE);
    const [, first = '', second] = /one of (panelUser:\d+), (panelUser:\d+)/.exec(refused.err) ?? [];
    expect([refused.code, second]).toEqual([2, expect.any(String)]);
    expect((await restore('--by', first, '--since', since, ...NOTE)).code).toBe(0);
    const slugs = await Promise.all(tags.map(async ({ id }) => (await get(`${TAGS}/${id}`)).body.slug));
    expect(slugs.sort()).toEqual(['a', 'b']);
  });

  it('takes back the rest of a change where a record named one that is deleted by now', async () => {
    const tag = await make('tag');
    const bill = await make('bill', { tags: [tag.id], content: '原文', sponsors: [(await make('rep')).id] });
    const path = `${BILLS}/${bill.id}`;
    await patch(path, { tags: [], content: '改過' });
    const change = ['--change', await lastChange(path)];
    await del(`${TAGS}/${tag.id}`);
    const refused = await restore(...change, ...NOTE);
    expect([refused.code, refused.err.trim().split('\n').length]).toEqual([1, 1]);
    expect(refused.err).toContain(`rs_bills ${bill.id}: tags[0]: rs_tags ${tag.id} is deleted`);
    expect((await restore(...change, ...NOTE, '--missing', 'omit')).code).toBe(0);
    expect((await get(path)).body).toMatchObject({ content: '原文', tags: [], sponsors: bill.sponsors });
  });

  it('names other records that cannot be restored as they were, and leaves them if asked', async () => {
    const rep = await make('rep');
    const vote = await make('vote', { aye: [rep.id] });
    await sql(voteTwice, [vote.id]);
    await del(`/console/lab/reps/${rep.id}`);
    const record = ['reps', String(rep.id), '--change', await lastChange(`/console/lab/reps/${rep.id}`)];
    const refused = await restore(...record, ...NOTE);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(`rs_votes ${vote.id}: nay[0]: `)]);
    expect(refused.err).toContain('--others leave restores the rest');
    const done = await restore(...record, ...NOTE, '--others', 'leave');
    expect([done.code, done.err]).toEqual([0, expect.stringContaining(`rs_votes ${vote.id} stays as it is: nay[0]: `)]);
    expect((await get(`/console/lab/reps/${rep.id}`)).status).toBe(200);
    expect((await restore('--change', '1', '--others', 'leave')).code).toBe(2);
  });

  it('is refused where a record that must return needs a deleted one', async () => {
    const bill = await make('bill');
    const path = `${BILLS}/${bill.id}`;
    await del(path);
    const change = await lastChange(path);
    await del(`/console/lab/acts/${bill.act_id}`);
    const refused = await restore('--change', change, ...NOTE);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`rs_bills ${bill.id}: act_id: acts ${bill.act_id} is deleted: restore it first`),
    ]);
    const [row] = await sql('select count(*)::int as count from rostra_batches where kind = $1', ['restore']);
    expect(row?.count).toBe(0);
  });
});
