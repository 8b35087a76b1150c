import { definedIn } from '../../src/common/maps';
import { attributeOf } from '../../src/plugins/rostra/server/src/fields/field';
import type { ResourceReference } from '../../src/plugins/rostra/server/src/resource/registry';
import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources } from '../../src/resources';
import { type Answer, del, faultsOf, get, patch, post, send, sql, traffic } from '../support/client';
import { withConnection } from '../support/database';
import {
  completeBody,
  itemOf,
  keyOf,
  make,
  type RecordBody,
  resourceByKind,
  unique,
  voteTwice,
} from '../support/factory';
import { documentOf, panel } from '../support/panel';
import { waitFor } from '../support/wait-for';

const TAGS = '/console/lab/rs_tags';
const BILLS = '/console/lab/rs_bills';
const REPS = '/console/lab/reps';

/** The changes of a record, the latest first. */
const changesOf = async (path: string): Promise<number[]> =>
  (await get(`${path}/history`)).body.rows.map(({ change }: { change: number }) => change);

const lastChange = async (path: string): Promise<number> => (await changesOf(path))[0] ?? 0;

const restore = (path: string, body: Record<string, unknown>, query = ''): Promise<Answer> =>
  post(`${path}/restore${query}`, body);

/** Restores a record; expects that it works. */
async function restored(path: string, body: Record<string, unknown>, query = ''): Promise<Answer['body']> {
  const answer = await restore(path, body, query);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ conflicts: [], faults: [] })]);
  return answer.body;
}

/** The actions of an API role on records of a kind. */
const grant = (kind: string, ...verbs: string[]) => verbs.map((verb) => `${resourceByKind(kind).uid}.${verb}`);

/** Makes an API token with these actions; returns what sends it. */
async function token(...permissions: string[]): Promise<{ authorization: string }> {
  const body = { name: unique('token'), description: '', lifespan: null, type: 'custom', permissions };
  const { accessKey } = (await send('POST', '/admin/api-tokens', body, { as: 'admin' })).body.data;
  return { authorization: `Bearer ${accessKey}` };
}

/** The texts of records by path, without the time of the last change. */
async function textsOf(paths: string[]): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const path of paths) {
    const { status, text } = await get(`${path}?full`);
    texts[path] = `${status} ${text.replaceAll(/"update_date" ?: ?("[^"]*"|-?\d+|null)/g, '')}`;
  }
  return texts;
}

const writable = resources.filter(
  ({ operations }) => operations.includes('update') && operations.includes('remove') && operations.includes('create'),
);

const pick = <T>(all: T[]): T => all[Math.floor(Math.random() * all.length)] as T;

/** How other records may refer to a record of this kind and lose the reference when it is deleted. */
const losing = (kind: string): ResourceReference[] =>
  resources.flatMap((resource) =>
    Object.entries(resource.fields).flatMap(([name, field]) =>
      (field.referencePaths?.(attributeOf(name, field), name) ?? [])
        .filter((path) => path.kind === kind && path.onDelete !== 'restrict')
        .map((path) => ({ ...path, resource })),
    ),
  );

/** Nested rows in which some records refer to others. */
const ROWS: Record<string, (ids: number[]) => Promise<Record<string, unknown>>> = {
  'rep parties[].caucus': async (ids) => {
    const party = (await make('party')).id;
    return { parties: ids.map((caucus, term_index) => ({ party, caucus, term_index })) };
  },
  'term caucuses[].parties': async (ids) => ({ caucuses: [{ caucus: (await make('caucus')).id, parties: ids }] }),
  'data-report figures[].id': async (ids) => ({ figures: ids.map((id, index) => ({ id, index })) }),
  'park-event collaborators[].entity': async (ids) => ({ collaborators: ids }),
};

/** Creates a record that refers to one, between others where it can. Children belong to their parents: they are made there. */
async function makeReferring({ resource, field, kind }: ResourceReference, id: number): Promise<string | undefined> {
  const [name = ''] = field.split(/[.[]/);
  const declared = resource.fields[name];
  if (resource.kind === 'act-dir' || resource.kind === 'st-question' || !declared) return undefined;
  const others = [keyOf(resourceByKind(kind), await make(kind)), keyOf(resourceByKind(kind), await make(kind))];
  const ids = [others[0] ?? 0, id, others[1] ?? 0];
  const rows = ROWS[`${resource.kind} ${field}`];
  const body = rows
    ? await rows(ids)
    : declared.kind === 'oneOfId'
      ? { [declared.companion ?? name.replace('_id', '_type')]: typeOf(resource, name, kind), [name]: id }
      : { [name]: Array.isArray(declared.empty) ? ids : id };
  return itemOf(resource, await make(resource.kind, body));
}

/** The type that stands for a kind in a reference to one of several kinds. */
function typeOf({ kind: by, fields }: Resource, name: string, kind: string): string {
  if (by === 'bill') return kind === 'gov-agency' ? 'gov_agency' : kind;
  const types = (fields[name.replace('_id', '_type')]?.schema.examples ?? []) as string[];
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  return types.find((type) => plain(type) === plain(kind)) ?? '';
}

describe('restoring', () => {
  it.each(writable.map(({ kind }) => kind))(
    '%s: a deleted record returns as it was, and where it was',
    async (kind) => {
      const resource = resourceByKind(kind);
      const record = await make(kind, await completeBody(resource));
      const id = keyOf(resource, record);
      const path = itemOf(resource, record);
      const referring: string[] = [];
      for (const each of losing(kind)) {
        const found = await makeReferring(each, id);
        if (found) referring.push(found);
      }
      const before = await textsOf([path, ...referring]);
      const identity = () =>
        sql('select document, created from rostra_records where resource = $1 and number = $2', [resource.name, id]);
      const documents = await identity();
      expect((await del(itemOf(resource, record, 'remove'))).status).toBe(204);
      expect((await get(path)).status).toBe(404);
      const change = await lastChange(path);
      const planned = await restore(path, { change }, '?dry_run');
      expect([planned.status, planned.body]).toEqual([200, expect.objectContaining({ change: null, dry_run: true })]);
      expect(planned.body.count).toBeGreaterThanOrEqual(1);
      expect((await get(path)).status).toBe(404);
      const { change: own, count } = await restored(path, { change });
      expect(count).toBe(planned.body.count);
      expect(await textsOf([path, ...referring])).toEqual(before);
      expect(await identity()).toEqual(documents);
      const [latest] = (await get(`${path}/history`)).body.rows;
      expect(latest).toMatchObject({ change: own, kind: 'restore', action: 'create', door: 'api' });
      // The restore is a change like any other: the next one goes back to before it.
      expect((await del(itemOf(resource, record, 'remove'))).status).toBe(204);
      await restored(path, { change: own });
      expect(await textsOf([path, ...referring])).toEqual(before);
    },
  );

  it.each(writable.map(({ kind }) => kind))('%s: a record returns to each of its versions', async (kind) => {
    const resource = resourceByKind(kind);
    const record = await make(kind, await completeBody(resource));
    const path = itemOf(resource, record);
    const versions = new Map<number, string>();
    const note = async () => versions.set(await lastChange(path), (await textsOf([path]))[path] ?? '');
    await note();
    for (let round = 0; round < 3; round += 1) {
      const other = await completeBody(resource);
      delete other[resource.key.name];
      const names = Object.keys(other).filter(() => Math.random() < 0.6);
      const companions = names.flatMap((name) => resource.fields[name]?.companion ?? name);
      const body = Object.fromEntries([...names, ...companions].map((name) => [name, other[name]]));
      const answer = await patch(itemOf(resource, record, 'update'), body);
      expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
      await note();
    }
    for (let round = 0; round < 4; round += 1) {
      const [change, text] = pick([...versions]);
      await restored(path, { change });
      expect([change, (await textsOf([path]))[path]]).toEqual([change, text]);
    }
  });
});

describe('a restore', () => {
  it('is refused with the fields that others have changed since, unless the sender chooses', async () => {
    const [first, second, third] = [unique(), unique(), unique()];
    const tag = await make('tag', { name: first, slug: 'a' });
    const path = `${TAGS}/${tag.id}`;
    const change = await lastChange(path);
    await patch(path, { slug: 'b' });
    const document = await documentOf('tags', tag.id);
    expect((await panel('PUT', 'api::tag.tag', `/${document}`, { name: second })).status).toBe(200);
    const refused = await restore(path, { change });
    expect([refused.status, refused.body.message, faultsOf(refused)]).toEqual([
      409,
      'CONFLICT',
      ['name CHANGED_SINCE'],
    ]);
    expect(refused.body.errors[0].message).toMatch(/^was changed by Rostra Admin \(panel\) on 20.+, change \d+$/);
    expect((await get(path)).body).toMatchObject({ name: second, slug: 'b' });
    const tried = await restore(path, { change }, '?dry_run');
    expect([tried.status, tried.body]).toEqual([409, { ...refused.body, dry_run: true }]);
    const overwriting = { change, conflicts: 'overwrite', note: '改錯' };
    expect((await restore(path, overwriting, '?dry_run')).body).toMatchObject({
      change: null,
      dry_run: true,
      records: [
        { resource: 'rs_tags', id: tag.id, before: { name: second, slug: 'b' }, after: { name: first, slug: 'a' } },
      ],
    });

    await restored(path, { change, conflicts: 'keep' });
    expect((await get(path)).body).toMatchObject({ name: second, slug: 'a' });
    for (const query of ['', '?dry_run']) {
      const unexplained = await restore(path, { change, conflicts: 'overwrite' }, query);
      expect([unexplained.status, faultsOf(unexplained)]).toEqual([400, ['note REQUIRED']]);
    }
    const { change: own } = await restored(path, { change, fields: ['name'], note: '改錯' });
    expect((await get(path)).body).toMatchObject({ name: first, slug: 'a' });
    const [row] = await sql('select kind, reverts, note, actor from rostra_changes where id = $1', [own]);
    expect(row).toMatchObject({ kind: 'restore', reverts: String(change), note: '改錯', actor: { name: 'editor' } });

    await patch(path, { name: third });
    await restored(path, { change, conflicts: 'overwrite', note: '改錯' });
    expect((await get(path)).body.name).toBe(first);
  });

  it('answers faults of its body, unknown changes, and moments without the record', async () => {
    const tag = await make('tag');
    const path = `${TAGS}/${tag.id}`;
    const change = await lastChange(path);
    expect(faultsOf(await restore(path, {}))).toEqual(['change REQUIRED']);
    expect(faultsOf(await restore(path, { change, fields: [] }))).toEqual(['fields REQUIRED']);
    expect(faultsOf(await restore(path, { change, fields: ['name', 'colour'] }))).toEqual(['fields[1] INVALID_VALUE']);
    // Every fault is named at once, also of what is only tried.
    const wrongs = { change: 'x', fields: ['colour', null], conflicts: 'maybe' } as unknown as { change: number };
    for (const query of ['', '?dry_run']) {
      const { status, body } = await restore(path, wrongs, query);
      expect([status, body.errors.map((each: { path: string }) => each.path), body.dry_run]).toEqual([
        400,
        ['change', 'fields[1]', 'fields[0]', 'conflicts'],
        query === '' ? undefined : true,
      ]);
    }
    expect((await restore(path, { change: -1 }, '?dry_run')).body).toMatchObject({
      message: 'NOT_FOUND',
      dry_run: true,
    });
    expect((await restore(path, { change: -1 }, '?dry_run=false')).body.dry_run).toBeUndefined();
    for (const wrong of ['x', 1.5, null, [], 4_000_000_000])
      expect([wrong, (await restore(path, { change: wrong as number })).status]).toEqual([wrong, 400]);
    expect((await post(`${path}/restore`, '[1]')).status).toBe(400);
    expect((await restore(path, { change: 2_000_000_000 })).status).toBe(404);
    expect((await restore(path, { change: -1 })).status).toBe(404);
    expect((await restore(path, { change: change - 1 })).status).toBe(404);
    expect((await restore(`${TAGS}/999999999`, { change })).status).toBe(404);
    expect((await restore(path, { change }, '?dry=1')).status).toBe(400);
    expect((await post(`${path}/restore`, { change }, { as: 'citizen' })).status).toBe(403);
    const { body } = await restore(path, { change });
    expect(body).toMatchObject({ change: null, count: 0, records: [] });
  });

  it('offers to restore deleted records that it refers to, or to leave them out', async () => {
    const [tag, other, third] = [await make('tag'), await make('tag'), await make('tag')];
    const bill = await make('bill', { tags: [other.id, tag.id, third.id] });
    const path = `${BILLS}/${bill.id}`;
    const change = await lastChange(path);
    await patch(path, { tags: [other.id] });
    await del(`${TAGS}/${tag.id}`);
    const refused = await restore(path, { change });
    expect([refused.status, faultsOf(refused)]).toEqual([400, ['tags[1] UNKNOWN_REFERENCE']]);
    expect(refused.body.errors[0].message).toContain('missing: "restore"');
    const tried = await restore(path, { change }, '?dry_run');
    expect([tried.status, tried.body]).toEqual([400, { ...refused.body, dry_run: true }]);
    await restored(path, { change, missing: 'omit' });
    expect((await get(path)).body.tags).toEqual([other.id, third.id]);
    const { count } = await restored(path, { change, missing: 'restore' });
    expect([count, (await get(path)).body.tags]).toEqual([2, [other.id, tag.id, third.id]]);
    expect((await get(`${TAGS}/${tag.id}`)).body).toEqual(tag);
  });

  it('names other records that break a rule of today, and leaves them as they are if asked', async () => {
    const rep = await make('rep');
    const vote = await make('vote', { aye: [rep.id] });
    const bill = await make('bill', { sponsors: [rep.id] });
    // A rule that came later than this vote.
    await sql(voteTwice, [vote.id]);
    const path = `${REPS}/${rep.id}`;
    await del(path);
    const change = await lastChange(path);
    const refused = await restore(path, { change });
    expect([refused.status, faultsOf(refused)]).toEqual([400, [`rs_votes/${vote.id}.nay[0] DUPLICATE`]]);
    expect(refused.body.errors[0].message).toMatch(
      /; others: "leave" restores the rest and leaves this record as it is$/,
    );
    const tried = await restore(path, { change }, '?dry_run');
    expect([tried.status, tried.body]).toEqual([400, { ...refused.body, dry_run: true }]);
    const before = (await get(`/console/lab/rs_votes/${vote.id}`)).text;
    const { status, body } = await restore(path, { change, others: 'leave' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        count: 2,
        faults: [expect.objectContaining({ resource: 'rs_votes', id: vote.id, path: 'nay[0]', code: 'DUPLICATE' })],
      }),
    ]);
    expect((await get(path)).body.name).toBe(rep.name);
    expect((await get(`${BILLS}/${bill.id}`)).body.sponsors).toEqual([rep.id]);
    expect((await get(`/console/lab/rs_votes/${vote.id}`)).text).toBe(before);
  });

  it('leaves no deleted record that must return with it', async () => {
    const topic = await make('specific-topic', { act_dirs: [{ name: '一', index: 1 }] });
    const [child] = topic.act_dirs;
    await sql(`update act_dirs set name = '' where number = $1`, [child.id]);
    const path = `/console/lab/specific_topics/${topic.id}`;
    await del(path);
    const change = await lastChange(path);
    for (const others of ['refuse', 'leave']) {
      const { status, body } = await restore(path, { change, others });
      expect([status, body.errors]).toEqual([
        400,
        [expect.objectContaining({ path: `act_dirs/${child.id}.name`, message: expect.not.stringContaining('leave') })],
      ]);
    }
    expect((await get(path)).status).toBe(404);
  });

  it('brings a deleted record back with the deleted ones that it requires', async () => {
    const bill = await make('bill');
    const act = `/console/lab/acts/${bill.act_id}`;
    const path = `${BILLS}/${bill.id}`;
    await del(path);
    const change = await lastChange(path);
    await del(act);
    expect(faultsOf(await restore(path, { change }))).toEqual(['act_id UNKNOWN_REFERENCE']);
    const left = await restore(path, { change, missing: 'omit' });
    expect([left.status, faultsOf(left)]).toEqual([400, ['act_id UNKNOWN_REFERENCE']]);
    await restored(path, { change, missing: 'restore' });
    expect((await get(path)).body).toEqual(bill);
    expect((await get(act)).status).toBe(200);
  });

  it('puts a deleted record back into lists that have changed since, and asks about single references', async () => {
    const [a, b, c, d] = await Promise.all(Array.from({ length: 4 }, () => make('rep')));
    const ids = [a, b, c, d].map((each) => (each as RecordBody).id) as [number, number, number, number];
    const bill = await make('bill', {
      sponsors: ids.slice(0, 3),
      principle_sponsor_type: 'rep',
      principle_sponsor_value: ids[1],
    });
    const path = `${BILLS}/${bill.id}`;
    await del(`${REPS}/${ids[1]}`);
    const change = await lastChange(`${REPS}/${ids[1]}`);
    await patch(path, { sponsors: [ids[3], ids[0], ids[2]] });
    await patch(path, { principle_sponsor_type: 'rep', principle_sponsor_value: ids[0] });
    const refused = await restore(`${REPS}/${ids[1]}`, { change });
    expect([refused.status, faultsOf(refused)]).toEqual([
      409,
      [`rs_bills/${bill.id}.principle_sponsor_value CHANGED_SINCE`],
    ]);
    const tried = await restore(`${REPS}/${ids[1]}`, { change, missing: 'restore' }, '?dry_run');
    expect([tried.status, tried.body]).toEqual([409, { ...refused.body, dry_run: true }]);
    await restored(`${REPS}/${ids[1]}`, { change, conflicts: 'keep' });
    expect((await get(path)).body).toMatchObject({
      sponsors: [ids[3], ids[0], ids[1], ids[2]],
      principle_sponsor_value: ids[0],
    });
  });

  it('restores children of a topic that were left out, with references to them, and removes new ones', async () => {
    const topic = await make('specific-topic', {
      act_dirs: [
        { name: '留', index: 1 },
        { name: '去', index: 2 },
      ],
    });
    const path = `/console/lab/specific_topics/${topic.id}`;
    const [stays, goes] = topic.act_dirs;
    const feature = await make('act-feature', { st: topic.id, act_dir: goes.id });
    const change = await lastChange(path);
    const features = `/console/lab/act_features/${feature.id}`;
    const before = await textsOf([path, features, `/console/lab/act_dirs/${goes.id}`]);
    await patch(path, {
      act_dirs: [
        { name: '新', index: 3 },
        { ...stays, name: '改' },
      ],
    });
    await restored(path, { change });
    expect(await textsOf([path, features, `/console/lab/act_dirs/${goes.id}`])).toEqual(before);
  });

  it('of one of several records that a change deleted leaves the others deleted', async () => {
    const tags = [await make('tag'), await make('tag'), await make('tag')];
    const bill = await make('bill', { tags: tags.map(({ id }) => id) });
    const path = `${BILLS}/${bill.id}`;
    const documents = await Promise.all(tags.map(({ id }) => documentOf('tags', id)));
    const deleted = await panel('POST', 'api::tag.tag', '/actions/bulkDelete', { documentIds: documents });
    expect([deleted.status, (await get(path)).body.tags]).toEqual([200, []]);
    const [one, two] = tags as [RecordBody, RecordBody];
    const change = await lastChange(`${TAGS}/${two.id}`);
    await restored(`${TAGS}/${two.id}`, { change, note: '誤刪' });
    expect((await get(path)).body.tags).toEqual([two.id]);
    await restored(`${TAGS}/${one.id}`, { change, note: '誤刪' });
    expect((await get(path)).body.tags).toEqual([one.id, two.id]);
  });

  it('waits for a writer of its record without holding what that writer needs to commit', async () => {
    const tag = await make('tag');
    const path = `${TAGS}/${tag.id}`;
    const change = await lastChange(path);
    await patch(path, { name: unique() });
    const names = await sql('select change from rostra_revisions where resource = $1 and number = $2', [
      'rs_tags',
      tag.id,
    ]);
    expect(names).toHaveLength(2);
    const restores = [
      () => restore(path, { change, conflicts: 'overwrite', note: '改錯' }, '?dry_run'),
      () => send('POST', '/newsroom/history/restore', { kind: 'changes', changes: [change + 1] }, { as: 'admin' }),
    ];
    for (const attempt of restores)
      await withConnection(async (writer) => {
        await writer.query('begin');
        await writer.query('update tags set slug = $1 where number = $2', [unique(), tag.id]);
        const answer = attempt();
        await waitFor(async () => {
          const [row] = await sql(
            `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return row?.count === 1;
        });
        // As the commit does.
        await writer.query(
          `select 1 from rostra_records where resource = 'rs_tags' and number = $1 for update nowait`,
          [tag.id],
        );
        await writer.query('commit');
        expect((await answer).status).toBe(200);
      });
  });

  it('leaves nothing when it is cut in the middle, and can be asked for again', async () => {
    const tag = await make('tag');
    const bill = await make('bill', { tags: [tag.id] });
    const path = `${TAGS}/${tag.id}`;
    await del(path);
    const change = await lastChange(path);
    const without = await textsOf([path, `${BILLS}/${bill.id}`]);
    await withConnection(async (other) => {
      // The tag is written by then, the bill is not.
      await other.query('begin');
      await other.query('select from bills where number = $1 for update', [bill.id]);
      const answer = restore(path, { change, note: '誤刪' });
      const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await waitFor(async () => (await sql(`select pg_terminate_backend(pid) ${waiting}`)).length > 0);
      expect((await answer).status).toBe(503);
    });
    expect(await textsOf([path, `${BILLS}/${bill.id}`])).toEqual(without);
    expect(await lastChange(path)).toBe(change);
    await restored(path, { change, note: '誤刪' });
    expect((await get(`${BILLS}/${bill.id}`)).body.tags).toEqual([tag.id]);
  });

  it('is refused at once during an import, also as a plan', async () => {
    const tag = await make('tag');
    const path = `${TAGS}/${tag.id}`;
    const change = await lastChange(path);
    await patch(path, { name: unique() });
    const inPanel = { kind: 'record', uid: 'api::tag.tag', number: tag.id, change };
    const lock = (suffix: string) => `select pg_advisory_${suffix}(hashtextextended('rostra import', 0))`;
    await withConnection(async (importer) => {
      await importer.query(lock('lock'));
      for (const query of ['', '?dry_run']) {
        const refused = await restore(path, { change }, query);
        expect([refused.status, refused.body.message, faultsOf(refused)]).toEqual([409, 'CONFLICT', [' BUSY']]);
        expect(refused.body.dry_run).toBe(query === '' ? undefined : true);
      }
      expect((await send('POST', '/newsroom/history/restore', inPanel, { as: 'admin' })).status).toBe(409);
      expect((await patch(path, { slug: unique() })).status).toBe(200);
      await importer.query(lock('unlock'));
      // Other restores are not in the way.
      await importer.query(lock('lock_shared'));
      expect((await restore(path, { change }, '?dry_run')).status).toBe(200);
    });
    await restored(path, { change });
  });

  it('writes and shows only what its sender may write and read', async () => {
    const verbs = ['findOne', 'history', 'restore', 'update'];
    const tag = await make('tag');
    const bill = await make('bill', { tags: [tag.id], content: '甲' });
    const [path, tagPath] = [`${BILLS}/${bill.id}`, `${TAGS}/${tag.id}`];
    const change = await lastChange(path);
    await patch(path, { tags: [] });
    await del(tagPath);
    const biller = await token(...grant('bill', ...verbs));
    const body = { change, missing: 'restore', conflicts: 'overwrite', note: '改錯' };
    for (const query of ['', '?dry_run'])
      expect((await post(`${path}/restore${query}`, body, biller)).status).toBe(403);
    expect((await get(tagPath)).status).toBe(404);
    const both = await token(...grant('bill', ...verbs), ...grant('tag', 'create'));
    const shown = (await post(`${path}/restore?dry_run`, body, both)).body;
    expect(shown.records).toEqual([
      { resource: 'rs_tags', id: tag.id, action: 'create', before: null, after: null },
      expect.objectContaining({ resource: 'rs_bills', after: { tags: [tag.id] } }),
    ]);
    expect((await post(`${path}/restore`, body, both)).status).toBe(200);

    // What the deletion took from others returns with the record, but is not shown.
    await del(tagPath);
    const tagger = await token(...grant('tag', ...verbs, 'create'));
    const again = { change: await lastChange(tagPath), note: '誤刪' };
    const planned = (await post(`${tagPath}/restore?dry_run`, again, tagger)).body;
    expect(planned.records.at(-1)).toEqual({
      resource: 'rs_bills',
      id: bill.id,
      action: 'change',
      before: null,
      after: null,
    });
    expect((await post(`${tagPath}/restore`, again, tagger)).status).toBe(200);
    expect((await get(path)).body.tags).toEqual([tag.id]);
  });

  it('shows nobody in the history of records that its sender may not read, nor overwrites these', async () => {
    const [rep, other] = [await make('rep'), await make('rep')];
    const sponsor = (id: number) => ({ principle_sponsor_type: 'rep', principle_sponsor_value: id });
    const bill = await make('bill', sponsor(rep.id));
    await del(`${REPS}/${rep.id}`);
    await patch(`${BILLS}/${bill.id}`, sponsor(other.id));
    const options = await token(...grant('rep', 'findOne', 'history', 'restore', 'update', 'create'));
    const body = { change: await lastChange(`${REPS}/${rep.id}`), note: '誤刪' };
    const refused = await post(`${REPS}/${rep.id}/restore`, body, options);
    expect([refused.status, refused.body.errors[0].message]).toEqual([409, 'has been changed since']);
    const shown = await post(`${REPS}/${rep.id}/restore?dry_run`, body, options);
    expect([shown.status, shown.text]).toEqual([409, expect.not.stringContaining('editor')]);
    expect((await post(`${REPS}/${rep.id}/restore`, { ...body, conflicts: 'overwrite' }, options)).status).toBe(403);
  });

  it('costs no more statements for a record that more others name', async () => {
    const costsOf = async (count: number, { read, write }: { read?: number; write?: number } = {}) => {
      const { id } = await make('rep');
      const sponsors = { sponsors: [id], cosponsors: [], principle_sponsor_type: 'rep', principle_sponsor_value: id };
      for (let each = 0; each < count; each += 1) {
        await make('bill', sponsors);
        await make('vote', { aye: [id] });
      }
      const path = `${REPS}/${id}`;
      let body = {};
      const remove = async () => {
        await del(path);
        body = { change: await lastChange(path), note: '誤刪' };
      };
      await remove();
      const tried = await traffic(() => restored(path, body, '?dry_run'), definedIn({ atMost: read }));
      const done = await traffic(() => restored(path, body), { prepare: remove, ...definedIn({ atMost: write }) });
      return { read: tried.statements, write: done.statements };
    };
    await costsOf(1);
    const few = await costsOf(2);
    const many = await costsOf(9, few);
    expect(many.read).toBeLessThanOrEqual(few.read);
    expect(many.write).toBeLessThanOrEqual(few.write);
  });

  it('writes children for whom may write their parents, as a PATCH does', async () => {
    const topic = await make('specific-topic', {
      act_dirs: [
        { name: '留', index: 1 },
        { name: '去', index: 2 },
      ],
    });
    const [stays, goes] = topic.act_dirs;
    const path = `/console/lab/specific_topics/${topic.id}`;
    const childPath = `/console/lab/act_dirs/${goes.id}`;
    const before = await lastChange(path);
    const byTopics = await token(...grant('specific-topic', 'findOne', 'history', 'restore', 'update'));
    const byChildren = await token(...grant('act-dir', 'findOne', 'history', 'restore', 'update'));
    expect((await patch(path, { act_dirs: [stays] }, byTopics)).status).toBe(200);
    const removed = await lastChange(path);

    // By itself a child returns only for whom may create it.
    for (const by of [byTopics, byChildren])
      expect((await post(`${childPath}/restore`, { change: removed, note: '誤刪' }, by)).status).toBe(403);
    expect((await post(`${path}/restore`, { change: before }, byChildren)).status).toBe(403);
    expect((await get(childPath)).status).toBe(404);
    expect((await post(`${path}/restore`, { change: before }, byTopics)).status).toBe(200);
    expect((await get(childPath)).body.name).toBe('去');
  });

  it('happens once when two ask for it', async () => {
    const bill = await make('bill', { content: '一' });
    const path = `${BILLS}/${bill.id}`;
    await del(path);
    const change = await lastChange(path);
    const answers = await Promise.all([1, 2, 3].map(() => restore(path, { change })));
    expect(answers.map(({ status }) => status).filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    expect((await get(path)).body).toEqual(bill);
    const rows = (await get(`${path}/history`)).body.rows;
    expect(rows.filter(({ kind }: { kind: string }) => kind === 'restore')).toHaveLength(1);
  });
});
