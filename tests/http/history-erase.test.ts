import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { applyErasures, ERASURES } from '../../src/plugins/rostra/server/src/store/history/erasures-file';
import { register } from '../support/citizen';
import { del, get, patch, post, sql, testService } from '../support/client';
import { content, contentFolder } from '../support/content';
import { withConnection } from '../support/database';
import { make, type RecordBody, unique } from '../support/factory';
import { expectNoDrift, revisionsOf, runOn, stateOf } from '../support/history';
import { startSecondProcess } from '../support/second-process';
import type { Service } from '../support/service';
import { waitFor } from '../support/wait-for';

const { write, at } = contentFolder();
const dataFile = (...names: string[]) => path.join(testService.environment.DATA_DIR ?? '', ...names);

/** How many rows of history hold a text. */
const rowsWith = async (text: string): Promise<number> =>
  (
    await sql(
      `select (select count(*) from rostra_revisions r where r.fields::text like $1)::int + (select count(*) from rostra_records r where r.state::text like $1)::int + (select count(*) from rostra_given g where g.given::text like $1)::int as count`,
      [`%${text}%`],
    )
  )[0]?.count as number;

describe('content erase', () => {
  it('erases the values of a record and keeps what happened', async () => {
    const names = [unique(), unique(), unique()];
    const tag = await make('tag', { name: names[0] });
    const other = await make('tag');
    const rest = { description: null, slug: null };
    for (const name of names.slice(1)) await patch(`/console/lab/rs_tags/${tag.id}`, { name });
    // What an import said of the name, too.
    await sql("insert into rostra_given values ('rs_tags', $1, 'name', to_jsonb($2::text), 1, false)", [
      tag.id,
      names[0],
    ]);
    const [, first] = await revisionsOf('rs_tags', tag.id);
    const asked = await content(['erase', 'rs_tags', String(tag.id)]);
    expect([asked.code, asked.out]).toEqual([1, expect.stringContaining(`2 changes of rs_tags ${tag.id}`)]);
    expect(await rowsWith(names[0] as string)).toBe(2);

    const done = await content(['erase', 'rs_tags', String(tag.id), '--yes']);
    expect([done.code, done.err]).toEqual([0, '']);
    expect(await rowsWith(names[0] as string)).toBe(0);
    expect(await rowsWith(names[2] as string)).toBe(1);
    expect((await revisionsOf('rs_tags', tag.id)).map(({ action, fields, hash }) => [action, fields, hash])).toEqual([
      ['create', null, null],
      ['change', { name: null }, null],
      ['change', { name: null }, null],
    ]);
    const history = `/console/lab/rs_tags/${tag.id}/history`;
    expect((await get(history)).body.rows.map(({ fields }: { fields: unknown }) => fields)).toEqual([
      ['name'],
      ['name'],
      [],
    ]);
    expect((await get(`${history}/${first?.change}`)).body).toMatchObject({ fields: ['name'], before: {}, after: {} });
    expect((await get(`/console/lab/rs_tags/${tag.id}?change=${first?.change}`)).body).toEqual({ ...rest, id: tag.id });
    expect((await get(`/console/lab/rs_tags/${tag.id}`)).body.name).toBe(names[2]);
    expect((await revisionsOf('rs_tags', other.id))[0]?.hash).not.toBeNull();

    const restored = await post(`/console/lab/rs_tags/${tag.id}/restore`, { change: first?.change });
    expect([restored.status, restored.text]).toEqual([409, expect.stringContaining('no longer holds the values')]);

    // What is written later is recorded, and its former value can be known.
    await patch(`/console/lab/rs_tags/${tag.id}`, { name: unique() });
    const changes = await revisionsOf('rs_tags', tag.id);
    expect((await get(`/console/lab/rs_tags/${tag.id}?change=${changes[2]?.change}`)).body).toEqual({
      id: tag.id,
      name: names[2],
      ...rest,
    });
    await expectNoDrift();
  });

  it('erases the name of an account from the changes it has made, also in an older database', async () => {
    const writer = await register();
    const tag = await make('tag');
    const name = unique('名');
    const changes = () =>
      sql(`select actor from rostra_changes where actor @> '{"kind": "user", "id": ${writer.account}}'`);
    await sql(
      `update rostra_changes set actor = jsonb_build_object('kind', 'user', 'id', $1::int, 'name', $2::text)
       where id = (select max(change) from rostra_revisions where resource = 'rs_tags' and number = $3)`,
      [writer.account, name, tag.id],
    );
    const asked = await content(['erase', '--actor', name]);
    expect([asked.code, asked.out]).toEqual([1, expect.stringContaining(`1 change of user ${writer.account}`)]);
    const done = await content(['erase', '--actor', name, '--yes']);
    expect([done.code, done.err]).toEqual([0, '']);
    const unnamed = [{ actor: { kind: 'user', id: writer.account } }];
    expect(await changes()).toEqual(unnamed);
    expect(await readFile(dataFile(ERASURES), 'utf8')).not.toContain(name);
    expect((await content(['erase', '--actor', name])).code).toBe(2);
    expect((await content(['erase', '--actor', name, 'rs_tags', '1'])).code).toBe(2);
    expect((await content(['erase', 'rs_tags'])).code).toBe(2);

    await sql(`update rostra_changes set actor = actor || jsonb_build_object('name', $1::text) where actor @> $2`, [
      name,
      JSON.stringify(unnamed[0]?.actor),
    ]);
    await sql("delete from rostra_erased where resource = 'actor:user' and number = $1", [writer.account]);
    await withConnection((client) => applyErasures(dataFile(), () => undefined, runOn(client)));
    expect(await changes()).toEqual(unnamed);
  });

  it('leaves a history that the command lists', async () => {
    const tag = await make('tag');
    const path = `/console/lab/rs_tags/${tag.id}`;
    await patch(path, { name: unique() });
    expect((await content(['erase', 'rs_tags', String(tag.id), '--yes'])).code).toBe(0);
    const { code, out } = await content(['history', 'rs_tags', String(tag.id)]);
    expect([code, out]).toEqual([0, expect.stringContaining('name: (erased)')]);
  });

  it('of a deleted record is a conflict of its restore', async () => {
    const tag = await make('tag');
    const bill = await make('bill', { tags: [tag.id] });
    const [{ change: before }] = (await revisionsOf('rs_bills', bill.id)) as [{ change: number }];
    await del(`/console/lab/rs_tags/${tag.id}`);
    const [{ change }] = (await get(`/console/lab/rs_tags/${tag.id}/history`)).body.rows;
    expect((await content(['erase', 'rs_tags', String(tag.id), '--yes'])).code).toBe(0);
    const refused = await post(`/console/lab/rs_tags/${tag.id}/restore`, { change });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('no longer holds the values')]);
    for (const missing of ['refuse', 'restore']) {
      const { status, text } = await post(`/console/lab/rs_bills/${bill.id}/restore`, { change: before, missing });
      expect([status, text]).toEqual([400, expect.stringContaining('no longer holds its values: leave it out')]);
    }
  });

  it('erases deleted records, and children in the history of their parents', async () => {
    const [name, removed] = [unique(), unique()];
    const topic = await make('specific-topic', {
      act_dirs: [
        { name, index: 1 },
        { name: '留', index: 2 },
      ],
    });
    const [child, stays] = topic.act_dirs;
    await patch(`/console/lab/specific_topics/${topic.id}`, { act_dirs: [{ ...child, name: removed }, stays] });
    await patch(`/console/lab/specific_topics/${topic.id}`, { act_dirs: [stays], title: unique() });
    expect(await rowsWith(removed)).toBeGreaterThan(1);
    expect((await content(['erase', 'act_dirs', String(child.id), '--yes'])).code).toBe(0);
    expect(await rowsWith(removed)).toBe(0);
    expect(await rowsWith(name)).toBe(0);
    const revisions = await revisionsOf('specific_topics', topic.id);
    expect(revisions.slice(1).map(({ fields }) => fields)).toEqual([
      { act_dirs: null },
      { act_dirs: null, title: [expect.anything(), expect.anything()] },
    ]);
    expect((await revisionsOf('act_dirs', child.id)).at(-1)).toMatchObject({ action: 'remove', fields: null });
    expect((await get('/console/deleted?resource=act_dirs')).text).not.toContain(removed);
    expect(await stateOf('specific_topics', topic.id)).toMatchObject({ act_dirs: [{ name: '留', index: 2 }] });
  });

  it('removes stored plans with the record, and no others', async () => {
    const [tag, other] = [await make('tag'), await make('tag')];
    const folders = [dataFile('imports', unique('a')), dataFile('imports', unique('b'))];
    for (const [index, { id }] of [tag, other].entries()) {
      const folder = folders[index] as string;
      await mkdir(folder, { recursive: true });
      await write('rs_tags.json', [{ id, name: unique() }]);
      expect((await content(['plan', at('rs_tags.json'), '-o', path.join(folder, 'plan.ndjson')])).code).toBe(0);
    }
    expect((await content(['erase', 'rs_tags', String(tag.id), '--yes'])).out).toContain('1 stored plan');
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, true]);
    await rm(folders[1] as string, { recursive: true });
  });

  it('refuses what does not exist', async () => {
    const unknown = await content(['erase', 'rs_nothing', '1', '--yes']);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('The resources are')]);
    const missing = await content(['erase', 'rs_tags', '99999999', '--yes']);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('does not know rs_tags 99999999')]);
    expect((await content(['erase', 'rs_tags', 'x'])).code).toBe(2);
  });
});

/** Another process: the database is from before an erasure, and values may be 99 days old. */
describe('a start', () => {
  const [erasedName, last] = [unique(), unique()];
  let [tag, gone, erased]: RecordBody[] = [];
  let second: Service | undefined;

  beforeAll(async () => {
    [tag, gone] = [await make('tag'), await make('tag')];
    for (let each = 0; each < 3; each += 1) await patch(`/console/lab/rs_tags/${tag.id}`, { name: unique() });
    expect((await del(`/console/lab/rs_tags/${gone.id}`)).status).toBe(204);
    // What an import said, and that it had them.
    await sql(
      `insert into rostra_given values ('rs_tags', $1, 'name', '"甲"', 1, true), ('rs_tags', $1, '', 'null', 1, true), ('rs_tags', $2, '', 'null', 1, true)`,
      [tag.id, gone.id],
    );
    await sql(`update rostra_changes set at = at - interval '100 days'`);
    await patch(`/console/lab/rs_tags/${tag.id}`, { name: last });

    erased = await make('tag', { name: erasedName });
    await patch(`/console/lab/rs_tags/${erased.id}`, { name: unique() });
    const [, revision] = await revisionsOf('rs_tags', erased.id);
    expect((await content(['erase', 'rs_tags', String(erased.id), '--yes'])).code).toBe(0);
    await patch(`/console/lab/rs_tags/${erased.id}`, { name: unique() });
    // As a backup from before the erasure has it.
    await sql(`update rostra_revisions set fields = $2 where resource = 'rs_tags' and number = $1 and change = $3`, [
      erased.id,
      revision?.fields,
      revision?.change,
    ]);
    await sql(`delete from rostra_erased where resource = 'rs_tags' and number = $1`, [erased.id]);
    expect(await rowsWith(erasedName)).toBe(1);
    second = await startSecondProcess({ HISTORY_DAYS: '99' });
  });

  afterAll(() => second?.stop());

  it('applies erasures again to a database that is older', async () => {
    expect(second?.log()).toContain(`Erased the history of rs_tags ${erased.id} again`);
    expect(await rowsWith(erasedName)).toBe(0);
    expect((await revisionsOf('rs_tags', erased.id)).at(-1)?.fields).toEqual({
      name: [expect.anything(), expect.anything()],
    });
  });

  it('lets values go that are older than HISTORY_DAYS, in the background, and keeps facts and current states', async () => {
    const state = () => second?.log() ?? '';
    await waitFor(async () => (await revisionsOf('rs_tags', gone.id)).at(-1)?.fields === null, { state });
    const revisions = await revisionsOf('rs_tags', tag.id);
    expect(revisions.map(({ fields }) => fields)).toEqual([
      null,
      { name: null },
      { name: null },
      { name: null },
      { name: [expect.anything(), last] },
    ]);
    const said = () =>
      sql("select number, field from rostra_given where resource = 'rs_tags' and number = any($1)", [
        [tag.id, gone.id],
      ]) as Promise<unknown>;
    await waitFor(async () => JSON.stringify(await said()) === JSON.stringify([{ number: tag.id, field: '' }]), {
      state,
    });
    expect(await stateOf('rs_tags', tag.id)).toEqual({ name: last, description: null, slug: null });
    const [, early] = revisions;
    expect((await get(`/console/lab/rs_tags/${tag.id}?change=${early?.change}`)).body).toEqual({
      id: tag.id,
      description: null,
      slug: null,
    });
    await expectNoDrift();
  });
});

it('erasures are copied to a data folder that lacks them; a damaged file is refused', async () => {
  const file = dataFile(ERASURES);
  const said: string[] = [];
  const apply = () =>
    withConnection((client) => applyErasures(path.dirname(file), (line) => said.push(line), runOn(client)));
  await content(['erase', 'rs_tags', String((await make('tag')).id), '--yes']);
  const filed = await readFile(file, 'utf8');
  await rm(file);
  await apply();
  expect(said).toEqual([]);
  expect(await readFile(file, 'utf8')).toBe(filed);
  await writeFile(file, `${filed}{"resource":\n`);
  await expect(apply()).rejects.toThrow(/erasures\.ndjson: line \d+ is damaged/);
  await writeFile(file, filed);
});
