import type { Identified, Summary } from '../../src/plugins/rostra/server/src/plan/types';
import { editsOf } from '../../src/plugins/rostra/server/src/store/history/edits';
import { del, get, patch, sql } from '../support/client';
import { content, contentFolder, identifiersUpTo } from '../support/content';
import { withConnection } from '../support/database';
import { make, unique } from '../support/factory';
import { runOn } from '../support/history';

const { write, at, read, faultsIn } = contentFolder();
const ids = identifiersUpTo(4_500_000);

/** The source that the files name. */
const SOURCE = ['--source', 'lis'];

const reps = (...records: object[]) => write('reps.json', records);

/** Plans the file; what the plan's JSON says. */
async function plan(...options: string[]): Promise<Summary> {
  const { out, err } = await content(['plan', at('reps.json'), '-o', at('a.plan'), '--json', ...SOURCE, ...options]);
  expect(err).toBe('');
  return JSON.parse(out);
}

/** Imports the file; returns the number of its batch, if it made one, and what was printed. */
async function importAll(...options: string[]): Promise<{ batch: string; out: string }> {
  const { code, out, err } = await content(['import', at('reps.json'), ...SOURCE, ...options]);
  expect([code, err]).toEqual([0, '']);
  return { batch: /batch (\d+)/.exec(out)?.[1] ?? '', out };
}

const counts = (created: number, changed: number, unchanged: number) => ({ created, changed, removed: 0, unchanged });

const shown = ({ identified }: Summary) =>
  identified.map(({ number, externalId, former, by }: Identified) => [number, externalId, former, by]);

const idsNamed = async (name: string): Promise<number[]> =>
  (await get(`/console/lab/reps?name=${encodeURIComponent(name)}`)).body.rows
    .map(({ id }: { id: number }) => id)
    .sort((a: number, b: number) => a - b);

async function rep(name: string): Promise<number> {
  return (await make('rep', { name })).id;
}

describe('an import that names its source', () => {
  it('finds records by the identifiers that the source has for them', async () => {
    const [one, two, renamed] = [unique('王'), unique('李'), unique('王')];
    const [first, second] = [unique('A-'), unique('A-')];
    await reps({ external_id: first, name: one }, { external_id: ` ${second} `, name: two });
    await importAll();
    const [id = 0] = await idsNamed(one);
    const [gone = 0] = await idsNamed(two);
    await reps({ external_id: second, name: two }, { external_id: first, name: renamed });
    expect(await plan()).toMatchObject({ counts: { reps: counts(0, 1, 1) }, withoutKey: 0, identifiedCount: 0 });
    // A record of another source, and of none, is another one.
    const elsewhere = await content(['plan', at('reps.json'), '-o', at('b.plan'), '--json', '--source', 'ly-open']);
    expect(JSON.parse(elsewhere.out).counts.reps).toEqual(counts(2, 0, 0));
    const { err } = await content(['plan', at('reps.json'), '-o', at('b.plan')]);
    expect(faultsIn(err)[0]).toContain('reps.json, record 1: external_id: is an identifier at a source');

    await importAll();
    expect(await idsNamed(renamed)).toEqual([id]);
    // The identifier outlives its record: what people have deleted stays so.
    expect((await del(`/console/lab/reps/${gone}`)).status).toBe(204);
    const after = await plan();
    expect(after.counts.reps).toEqual(counts(0, 0, 1));
    expect(after.edits).toEqual([expect.objectContaining({ kind: 'deleted', number: gone })]);
    // Somebody has created it again: which one is meant, the file must say.
    const again = await rep(two);
    const { counts: same, warnings } = await plan('--match', 'name');
    expect(same.reps).toEqual(counts(0, 0, 1));
    const message = expect.stringContaining(`stays deleted, but the file matches reps ${again}`);
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'CREATED_AGAIN', number: gone, message }));
    const strict = await content([
      'plan',
      at('reps.json'),
      '-o',
      at('a.plan'),
      ...SOURCE,
      '--match',
      'name',
      '--strict',
    ]);
    expect([strict.code, strict.err]).toEqual([1, expect.stringContaining('[CREATED_AGAIN]')]);
    await importAll('--restore-deleted');
    expect(await idsNamed(two)).toEqual([gone, again].sort((a, b) => a - b));
  });

  it('tells records apart that their fields do not, and says of which it has noted an identifier', async () => {
    const name = unique('陳');
    const [one, two] = [await rep(name), await rep(name)];
    const [first, second, third] = [unique('B-'), unique('B-'), unique('B-')];
    const match = ['--match', 'name'];
    await reps({ id: one, external_id: first, name });
    expect(shown(await plan())).toEqual([[one, first, undefined, 'id']]);
    const { out } = await importAll();
    expect(out).toContain(
      `Identified: reps ${one} (${at('reps.json')}, record 1): "${first}" at lis, found by its id\n`,
    );
    expect(out).toContain('Noted 1 identifier; nothing else to do.');
    const all = [first, second, third].map((external_id) => ({ external_id, name }));
    // One of two may be the other stored record: nobody guesses which.
    await reps(...all);
    const { faults } = await plan(...match);
    expect(faults).toMatchObject([{ record: 3, path: 'external_id', code: 'DUPLICATE' }]);
    await reps({ external_id: first, name }, { external_id: second, name });
    expect(shown(await plan(...match))).toEqual([[two, second, undefined, 'match']]);
    await reps({ external_id: third, name }, { id: two, external_id: second, name }, { external_id: first, name });
    const found = await plan(...match);
    expect([found.faults, shown(found)]).toEqual([[], [[two, second, undefined, 'id']]]);
    expect(found.counts.reps).toEqual(counts(1, 0, 2));
    const { batch } = await importAll(...match);
    await reps(...all);
    expect(await plan()).toMatchObject({ counts: { reps: counts(0, 0, 3) }, identifiedCount: 0 });

    // Undone, the import has told nothing; done again, it has.
    expect((await content(['undo', batch])).code).toBe(0);
    expect(await plan()).toMatchObject({ counts: { reps: counts(2, 0, 1) } });
    expect((await plan(...match)).faults).toHaveLength(1);
    expect((await content(['redo', batch])).code).toBe(0);
    expect(await plan()).toMatchObject({ counts: { reps: counts(0, 0, 3) }, identifiedCount: 0 });
  });

  it('gives a record another identifier, and keeps what a later import relies on', async () => {
    const renamed = unique('林');
    const id = await rep(unique('林'));
    const [former, latter] = [unique('C-'), unique('C-')];
    await reps({ id, external_id: former, name: renamed });
    const { batch } = await importAll();
    const relying = { external_id: former, contacts: '一' };
    await reps(relying);
    await importAll();
    await reps({ id, external_id: latter, contacts: '二' });
    expect(shown(await plan())).toEqual([[id, latter, former, 'id']]);
    const { batch: last } = await importAll();
    for (const args of [[last], [batch, '--keep-edits']]) expect((await content(['undo', ...args])).code).toBe(0);
    // The second import has written it by this identifier.
    await reps(relying);
    expect((await plan()).counts.reps).toEqual(counts(0, 0, 1));
  });

  it('lists what the source knows, and exports it with the identifiers', async () => {
    const [name, other] = [unique('吳'), unique('吳')];
    const [id, later] = [await rep(name), await rep(other)];
    const [first, second] = [unique('=E-'), unique('E-')];
    await reps({ id, external_id: first });
    await importAll();
    const known = async (query: string) => {
      const { body } = await get(`/console/lab/reps?${query}`);
      return body.rows?.map((row: { id: number }) => row.id) ?? body.errors;
    };
    const at2 = `source=lis&external_id=${second}`;
    expect(await known(`source=lis&external_id=${encodeURIComponent(first)}`)).toEqual([id]);
    expect(await known(at2)).toEqual([]);
    expect(await known(`source=lis&name=${encodeURIComponent(name)}`)).toEqual([id]);
    expect(await known(`source=nobody&name=${encodeURIComponent(name)}`)).toEqual([]);
    expect(await known('source=LIS!')).toMatchObject([{ path: 'source', code: 'INVALID_VALUE' }]);
    expect(await known('external_id=1')).toMatchObject([{ path: 'source', code: 'REQUIRED' }]);
    // The import changes nothing but this.
    await reps({ id: later, external_id: second });
    await importAll();
    expect(await known(at2)).toEqual([later]);

    for (const format of ['json', 'csv', 'xlsx']) {
      const filter = ['--filter', 'source=lis', '--filter', `name=${name}`];
      const options = ['--format', format, '-o', at('out'), ...SOURCE, ...filter];
      expect((await content(['export', 'reps', ...options])).code).toBe(0);
      const again = await content(['plan', at(`out/reps.${format}`), '-o', at('b.plan'), '--json', ...SOURCE]);
      expect([format, JSON.parse(again.out)]).toEqual([
        format,
        expect.objectContaining({ counts: { reps: counts(0, 0, 1) }, identifiedCount: 0, ignored: {} }),
      ]);
    }
    expect(JSON.parse(await read('out/reps.json'))).toEqual([expect.objectContaining({ id, external_id: first })]);
    // Without the identifier of the record, that at the source tells it.
    await reps({ external_id: first, name });
    expect((await plan()).counts.reps).toEqual(counts(0, 0, 1));
  });

  it('refuses identifiers of other records, those that come twice, and what is none', async () => {
    const [one, two] = [await rep(unique('張')), await rep(unique('張'))];
    const [known, fresh] = [unique('D-'), unique('D-')];
    await reps({ id: one, external_id: known });
    await importAll();
    await reps(
      { id: two, external_id: known },
      { external_id: fresh, name: '甲' },
      { external_id: fresh, name: '乙' },
      { id: ids(1)[0], external_id: fresh, name: '丙' },
      { external_id: ' ', name: '丁' },
      { external_id: 'a\nb', name: '戊' },
      { external_id: 'x'.repeat(201), name: '己' },
      { external_id: 1.5, name: '庚' },
    );
    const { code, err } = await content(['plan', at('reps.json'), '-o', at('a.plan'), ...SOURCE]);
    expect(code).toBe(1);
    const place = `${at('reps.json')}, record 2`;
    expect(faultsIn(err)).toEqual([
      `reps.json, record 1: external_id: "${known}" is reps ${one} at lis, not reps ${two} [TAKEN]`,
      `reps.json, record 3: external_id: is the same as ${place} [DUPLICATE]`,
      `reps.json, record 4: external_id: "${fresh}" is already that of ${place} [DUPLICATE]`,
      'reps.json, record 5: external_id: must not be empty [INVALID_VALUE]',
      'reps.json, record 6: external_id: must not have line breaks or other control characters [INVALID_VALUE]',
      'reps.json, record 7: external_id: must have at most 200 characters [OUT_OF_RANGE]',
      'reps.json, record 8: external_id: must be a text [INVALID_TYPE]',
    ]);
    const { code: wrong } = await content(['plan', at('reps.json'), '--source', 'LIS 2']);
    expect(wrong).toBe(2);
    // Once the other record is gone, the identifier may stand for this one.
    expect((await del(`/console/lab/reps/${one}`)).status).toBe(204);
    await write('reps.csv', `id,external_id\n${two},${known}\n`);
    const moved = await content(['import', at('reps.csv'), ...SOURCE]);
    expect([moved.code, moved.err]).toEqual([0, '']);
    await reps({ external_id: known });
    expect((await plan()).counts.reps).toEqual(counts(0, 0, 1));
  });
});

describe('undo and redo of what imports have said of identifiers', () => {
  const undo = (...args: string[]) => content(['undo', ...args]);
  const redo = (...args: string[]) => content(['redo', ...args]);

  /** The record that the source knows by an identifier. */
  const known = async (externalId: string): Promise<number | undefined> =>
    (await get(`/console/lab/reps?source=lis&external_id=${externalId}`)).body.rows[0]?.id;

  it('gives an identifier to whom the last of them says, also where only a part is taken back', async () => {
    const [one, two, three] = [await rep(unique('高')), await rep(unique('高')), await rep(unique('高'))];
    const [moving, other] = [unique('F-'), unique('F-')];
    await reps({ id: one, external_id: moving, contacts: '一' });
    await importAll();
    expect((await del(`/console/lab/reps/${one}`)).status).toBe(204);
    await reps({ id: two, external_id: moving, contacts: '二' }, { id: three, external_id: other, contacts: '三' });
    const { batch } = await importAll();
    expect([await known(moving), await known(other)]).toEqual([two, three]);
    const [whole, part] = [[batch], [batch, '--record', `reps/${two}`]];
    for (const args of [whole, part]) {
      expect((await undo(...args)).code).toBe(0);
      expect([await known(moving), await known(other)]).toEqual([undefined, args === whole ? undefined : three]);
      expect((await redo(batch)).code).toBe(0);
      expect([await known(moving), await known(other)]).toEqual([two, three]);
    }
    // What stays as people have left it keeps what the import has noted.
    expect((await patch(`/console/lab/reps/${three}`, { contacts: '人工' })).status).toBe(200);
    expect((await undo(batch, '--keep-edits')).code).toBe(0);
    expect([await known(moving), await known(other)]).toEqual([undefined, three]);
  });

  it('refuses to give an identifier back that is another record’s by now, unless that would not be its last', async () => {
    const [one, two] = [await rep(unique('馬')), await rep(unique('馬'))];
    const [shared, later] = [unique('G-'), unique('G-')];
    await reps({ id: one, external_id: shared, contacts: '一' });
    const { batch } = await importAll();
    expect((await undo(batch)).code).toBe(0);
    await reps({ id: two, external_id: shared });
    await importAll();
    const refused = await redo(batch);
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining(`"${shared}" of lis was reps ${one}, but is reps ${two} by now`),
    ]);
    await reps({ id: one, external_id: later });
    await importAll();
    expect((await redo(batch)).code).toBe(0);
    expect([await known(shared), await known(later)]).toEqual([two, one]);
  });

  it('finds what an import had said before values were erased', async () => {
    const [id = 0] = ids(1);
    const [first, second] = [unique('H-'), unique('H-')];
    await reps({ id, external_id: first, name: unique('羅'), contacts: '一' });
    await importAll();
    expect((await content(['erase', 'reps', String(id), '--yes'])).code).toBe(0);
    await reps({ id, external_id: second, contacts: '二' });
    const { batch } = await importAll();
    expect((await undo(batch)).code).toBe(0);
    expect([await known(first), await known(second)]).toEqual([id, undefined]);
  });

  it('lets records exchange identifiers, and refuses a plan whose identifier another record has got since', async () => {
    const name = unique('余');
    const [one, two] = [await rep(name), await rep(unique('余'))];
    const [first, second, third] = [unique('I-'), unique('I-'), unique('I-')];
    await reps({ id: one, external_id: first }, { id: two, external_id: second });
    await importAll();
    await reps({ id: one, external_id: second, contacts: '一' }, { id: two, external_id: first, contacts: '二' });
    const { batch } = await importAll();
    const isExchanged = async () => expect([await known(first), await known(second)]).toEqual([two, one]);
    await isExchanged();
    // Taken back for one of them, the other would keep the identifier of both.
    const half = await undo(batch, '--record', `reps/${one}`);
    expect([half.code, half.err]).toEqual([2, expect.stringContaining(`"${first}", which the import took from it`)]);
    await isExchanged();
    expect((await undo(batch)).code).toBe(0);
    expect([await known(first), await known(second)]).toEqual([one, two]);
    expect((await redo(batch)).code).toBe(0);
    await isExchanged();
    // A new record may have the identifier that the file takes from another one.
    const fresh = unique('余');
    await reps({ external_id: first, name: fresh }, { id: two, external_id: third });
    await plan();
    expect((await content(['apply', at('a.plan')])).code).toBe(0);
    expect([await known(first), await known(third)]).toEqual([...(await idsNamed(fresh)), two]);

    const race = unique('I-');
    await reps({ id: one, external_id: race });
    await plan();
    await reps({ id: two, external_id: race });
    await importAll();
    const refused = await content(['apply', at('a.plan')]);
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`external_id: "${race}" is reps ${two} at lis by now`),
    ]);
  });

  it('takes a record for a deleted one where the source knows all others by other identifiers', async () => {
    const name = unique('潘');
    const [one, two] = [await rep(name), await rep(name)];
    const [first, second] = [unique('J-'), unique('J-')];
    await reps({ id: one, external_id: first, name });
    await importAll();
    expect((await del(`/console/lab/reps/${two}`)).status).toBe(204);
    await reps({ external_id: first, name }, { external_id: second, name });
    const { counts: planned, edits } = await plan('--match', 'name');
    expect(planned.reps).toEqual(counts(0, 0, 1));
    expect(edits).toEqual([expect.objectContaining({ kind: 'deleted', number: two })]);
  });

  it('keeps what other imports have changed, whether they name a source or not', async () => {
    const [name, corrected, party] = [unique('王'), unique('改'), unique('黨')];
    const first = unique('S-');
    const lis = (fields: object) => reps({ external_id: first, name, ...fields });
    await lis({ experience: 'a' });
    await importAll();
    const [id = 0] = await idsNamed(name);
    const elsewhere = async (record: object, ...options: string[]) => {
      await reps({ id, ...record });
      const { code, out, err } = await content(['import', at('reps.json'), ...options]);
      expect([code, err]).toEqual([0, '']);
      return { batch: /batch (\d+)/.exec(out)?.[1] ?? '', out };
    };
    const { batch } = await elsewhere({ name: corrected });
    await lis({ experience: 'a' });
    const again = await importAll();
    expect(again.out).toMatch(
      new RegExp(
        `Kept: reps ${id} .*, name\\n.*"${name}"\\n.*"${corrected}" \\(.+ UTC, import ${batch}, without source\\)`,
      ),
    );
    expect(await idsNamed(corrected)).toEqual([id]);
    // Each change of a file counts once: sources that say different things do not take turns.
    const other = ['--source', 'ly-open'];
    await elsewhere({ name: party }, ...other);
    await lis({ experience: 'b' });
    expect((await importAll()).out).toContain(', source ly-open)');
    await reps({ id, name: party, experience: 'a' });
    const { out } = await content(['plan', at('reps.json'), '-o', at('b.plan'), '--json', ...other]);
    expect(JSON.parse(out)).toMatchObject({ counts: { reps: counts(0, 0, 1) }, editCounts: { edited: 1 } });
    const { body } = await get(`/console/lab/reps/${id}`);
    expect(body).toMatchObject({ name: party, experience: 'b' });
    // What a file has come to share with others is its own from then on, and is said.
    await reps({ external_id: first, name: party });
    expect(await plan()).toMatchObject({ adoptedCount: 1, edits: [] });
  });

  it('knows that it has had a record, and that any other has, whatever becomes of that', async () => {
    const [name, edited, first] = [unique('游'), unique('改'), unique('T-')];
    const id = await rep(name);
    await reps({ external_id: first, name });
    await importAll('--match', 'name');
    expect((await patch(`/console/lab/reps/${id}`, { name: edited })).status).toBe(200);
    // A spreadsheet from before the edit; to its source the record is new.
    const elsewhere = async (record: object, ...options: string[]) => {
      await reps({ id, ...record });
      const { code, err } = await content(['import', at('reps.json'), ...options]);
      expect([code, err]).toEqual([0, '']);
    };
    await elsewhere({ name });
    expect(await idsNamed(edited)).toEqual([id]);

    // Another import brings it back: `lis` has it anew, though its identifier is the same.
    expect((await del(`/console/lab/reps/${id}`)).status).toBe(204);
    await elsewhere({ name: edited }, '--restore-deleted');
    await reps({ external_id: first, name: edited });
    expect(await plan()).toMatchObject({ noteCount: 1, identifiedCount: 0 });
    await importAll();
    expect(await plan()).toMatchObject({ noteCount: 0 });
    await elsewhere({ contacts: '二' });
    await reps({ external_id: first, contacts: '一' });
    expect((await plan()).editCounts).toEqual({ conflict: 1 });
  });

  it('reads the history only of records that others have changed since it has had them', async () => {
    const [id = 0] = ids(1);
    const [name, first] = [unique('童'), unique('V-')];
    const concerned = (source: string) =>
      withConnection(async (client) => {
        const query = { resource: 'reps', publicIds: [id], names: ['name'], source };
        return (await editsOf(query, runOn(client))).size;
      });
    const elsewhere = async (fields: object) => {
      await reps({ id, ...fields });
      expect((await content(['import', at('reps.json')])).code).toBe(0);
    };
    await elsewhere({ name });
    expect([await concerned(''), await concerned('lis')]).toEqual([0, 1]);
    await reps({ id, external_id: first, name });
    await importAll();
    expect([await concerned(''), await concerned('lis')]).toEqual([0, 0]);
    await elsewhere({ name: unique('童') });
    await reps({ external_id: first, contacts: '一' });
    await importAll();
    expect([await concerned(''), await concerned('lis')]).toEqual([1, 1]);
  });

  it('counts what an earlier version noted as of each source, until one says something else for good', async () => {
    const [name, kept, first] = [unique('江'), unique('留'), unique('U-')];
    await reps({ external_id: first, name });
    await importAll();
    const [id = 0] = await idsNamed(name);
    expect((await patch(`/console/lab/reps/${id}`, { name: kept })).status).toBe(200);
    await sql(
      `insert into rostra_given values ('reps', $1, 'name', '"乙"', (select max(id) from rostra_changes), false, '*')`,
      [id],
    );
    for (const source of [SOURCE, [], ['--source', 'ly-open']]) {
      await reps({ ...(source === SOURCE ? { external_id: first } : { id }), name: '乙' });
      const { out } = await content(['plan', at('reps.json'), '-o', at('b.plan'), '--json', ...source]);
      expect([source, JSON.parse(out).editCounts]).toEqual([source, { edited: 1 }]);
    }
    await reps({ external_id: first, name: '丙' });
    await importAll('--keep', `reps/${id}/name`);
    expect(
      await sql(`select source, given from rostra_given where resource = 'reps' and number = $1 and field = 'name'`, [
        id,
      ]),
    ).toEqual([{ source: 'lis', given: '丙' }]);
  });
});
