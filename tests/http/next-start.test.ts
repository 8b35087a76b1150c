import { del, patch, sql, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { expectNoDrift, recordOf, revisionsOf } from '../support/history';
import { runCommand } from '../support/service';

/** How much history there is. */
const recorded = async () => [
  await sql('select count(*)::int as changes from rostra_changes'),
  await sql('select count(*)::int as count, max(change)::int as last from rostra_revisions'),
];

/** What former declarations and versions have left. */
const LEFT = {
  titles: [
    `create function rostra_title_gone_link() returns trigger language plpgsql as 'begin return null; end'`,
    `create function rostra_retitle_gone(concerned int[]) returns void language plpgsql as 'begin end'`,
    'create trigger "rostra_title:gone:00000000:act" after update on acts for each statement execute function rostra_title_gone_link()',
  ],
  history: [
    `create function rostra_mark_former() returns trigger language plpgsql as 'begin raise exception ''former''; end'`,
    `create function rostra_state_former(row_id integer) returns jsonb language sql as 'select null::jsonb'`,
    'create trigger rostra_mark_update after update on strapi_webhooks for each statement execute function rostra_mark_former()',
  ],
  // Imports did not say of which source they were.
  sources: [
    'alter table rostra_given drop column source',
    'alter table rostra_batches drop column source',
    `insert into rostra_batches (kind, label, change) values ('import', 'rs_tags.json, source lis', -1)`,
    `insert into rostra_given (resource, number, field, given, change, is_own) values
      ('gone', 1, 'own', 'null', -1, true), ('gone', 1, 'former', 'null', -1, false), ('gone', 1, '@ly-open', '"A"', -1, false)`,
  ],
};

const leftOfTitles = () =>
  sql(
    "select proname::text as name from pg_proc where proname ~ '^rostra_(re)?title_gone' union all select tgname::text from pg_trigger where tgname like 'rostra_title:gone:%'",
  );

const leftOfHistory = () => sql(`select proname from pg_proc where proname like 'rostra%former'`);

/** One start, in a process of its own, on a database that is as former versions left it. */
describe('the next start', () => {
  let tag: { id: number };
  let known: Awaited<ReturnType<typeof recordOf>>;
  let before: Awaited<ReturnType<typeof recorded>>;

  beforeAll(async () => {
    tag = await make('tag');
    known = await recordOf('rs_tags', tag.id);
    const [row] = await sql(`select pg_get_functiondef('rostra_state_rs_tags'::regproc) as text`);
    await sql(
      String(row?.text).replace(
        /AS \$function\$(.*)\$function\$/s,
        `AS $f$select jsonb_build_object('former', row_id)$f$`,
      ),
    );
    // A state of another form is no state to start from: the whole record is read.
    await sql(`update rostra_records set shape = 'other' where resource = 'rs_tags' and number = $1`, [tag.id]);
    await sql('update tags set id = id where number = $1', [tag.id]);
    expect((await recordOf('rs_tags', tag.id))?.state).toEqual({ former: expect.any(Number) });
    await sql(`update rostra_records set shape = 'former' where resource = 'rs_tags'`);
    for (const statement of [...LEFT.titles, ...LEFT.history, ...LEFT.sources]) await sql(statement);
    expect([await leftOfTitles(), await leftOfHistory()].map(({ length }) => length)).toEqual([3, 2]);
    before = await recorded();
    const { code, err } = await runCommand('content', ['batches'], testService.environment);
    expect([code, err]).toEqual([0, '']);
  });

  afterAll(async () => {
    await sql(`delete from rostra_given where resource = 'gone'`);
    await sql('delete from rostra_batches where change = -1');
  });

  it('drops what a declaration no longer has', async () => {
    expect(await leftOfTitles()).toEqual([]);
    const act = await make('act', { title: unique('法') });
    const bill = await make('bill', { act_id: act.id, version_no: '3' });
    expect(await sql('select record_title from bills where number = $1', [bill.id])).toEqual([
      { record_title: `3 · ${act.title}` },
    ]);
  });

  it('finds out of which source imports were, or counts what they said as of each, and notes for good that they had the record', async () => {
    expect(await sql(`select field, source from rostra_given where resource = 'gone' order by field, source`)).toEqual([
      { field: '', source: '*' },
      { field: '', source: 'lis' },
      { field: '@ly-open', source: 'ly-open' },
      { field: 'former', source: '*' },
      { field: 'own', source: 'lis' },
    ]);
  });

  it('drops what former versions recorded with, and gives records a new form without revisions: they keep their last change', async () => {
    expect(await leftOfHistory()).toEqual([]);
    expect(await recordOf('rs_tags', tag.id)).toEqual({ ...known, change: before[1]?.[0]?.last });
    await expectNoDrift();
    const other = await make('tag');
    expect((await patch(`/console/lab/rs_tags/${other.id}`, { name: unique() })).status).toBe(200);
    expect(await revisionsOf('rs_tags', other.id)).toHaveLength(2);
    expect((await del(`/console/lab/rs_tags/${tag.id}`)).status).toBe(204);
    expect((await revisionsOf('rs_tags', tag.id)).at(-1)).toMatchObject({ action: 'remove', fields: known?.state });
  });
});
