import type { PlanEdit, Summary } from '../../src/plugins/rostra/server/src/plan/types';
import { get, patch } from '../support/client';
import { content, contentFolder, identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';

const { write, at } = contentFolder();
const ids = identifiersUpTo(5_750_000);

/** The source of all files: it knows no topics of other tests. */
const SOURCE = 'both-sides';

/** Plans the files, with options; the fields of the plan's JSON. */
async function plan(...args: string[]): Promise<Summary & { out: string }> {
  const given = args.map((each) => (each.endsWith('.json') ? at(each) : each));
  const { out, err } = await content(['plan', ...given, '-o', at('a.plan'), '--json', '--source', SOURCE]);
  expect(err).toBe('');
  return { ...JSON.parse(out), out };
}

const importAll = async (...names: string[]) => {
  const { code, out, err } = await content(['import', ...names.map(at), '--source', SOURCE]);
  expect([code, err]).toEqual([0, '']);
  return out;
};

const [GENERAL, SPECIFIC] = ['general_topics.json', 'specific_topics.json'];

const general = (...records: [id: number, specific_topics: number[]][]) =>
  write(
    GENERAL,
    records.map(([id, specific_topics]) => ({
      ...{ id, external_id: `g-${id}`, title: unique('類'), index: id, image: 'i', description: '述', specific_topics },
    })),
  );

const specific = (...records: [id: number, general_topics: number[]][]) =>
  write(
    SPECIFIC,
    records.map(([id, general_topics]) => ({
      ...{ id, external_id: `s-${id}`, title: unique('題'), index: id, description: '述', general_topics },
    })),
  );

const listsOf = async (id: number) =>
  (await get(`/console/lab/general_topics/${id}`)).body.specific_topics.map((each: { id: number }) => each.id);

const shown = ({ edits }: Summary) => edits.map(({ resource, number, kind }: PlanEdit) => [resource, number, kind]);

const counts = (changed: number, unchanged: number) => ({ created: 0, changed, removed: 0, unchanged });

/** A general topic and two specific ones, which an import has tied to it from both sides. */
async function tied(): Promise<[number, number, number]> {
  const [topic = 0, one = 0, two = 0] = ids(3);
  await general([topic, [one, two]]);
  await specific([one, [topic]], [two, [topic]]);
  await importAll(GENERAL, SPECIFIC);
  return [topic, one, two];
}

describe('a list that two resources share', () => {
  it('is counted and stays on the side that an import says nothing of, whatever an older file there says', async () => {
    const [topic, one, two] = await tied();
    const stale = [one, two].map((id): [number, number[]] => [id, [topic]]);
    await general([topic, [one]]);
    const planned = await plan(GENERAL);
    expect(planned.counts).toEqual({ general_topics: counts(1, 0), specific_topics: counts(1, 0) });
    const out = await importAll(GENERAL);
    expect(out).toContain('specific_topics');
    expect(await listsOf(topic)).toEqual([one]);

    // The file of the other side has not been refreshed: it says what it said.
    await write(
      SPECIFIC,
      stale.map(([id, general_topics]) => ({ id, general_topics })),
    );
    const old = await plan(SPECIFIC);
    expect(old.counts).toEqual({ specific_topics: counts(0, 2) });
    expect(shown(old)).toEqual([['specific_topics', two, 'edited']]);
    const both = await plan(GENERAL, SPECIFIC);
    expect([both.counts.specific_topics, both.counts.general_topics]).toEqual([counts(0, 2), counts(0, 1)]);
    expect(both.warnings).toEqual([
      expect.objectContaining({
        resource: 'specific_topics',
        number: two,
        code: 'SIDES_DIFFER',
        path: 'general_topics',
      }),
    ]);
    const strict = await content([
      'plan',
      at(GENERAL),
      at(SPECIFIC),
      '-o',
      at('a.plan'),
      '--source',
      'lis',
      '--strict',
    ]);
    expect([strict.code, strict.err]).toEqual([1, expect.stringContaining('[SIDES_DIFFER]')]);
    // It says something new of the link: that counts.
    await write(SPECIFIC, [{ id: two, general_topics: [] }]);
    await importAll(SPECIFIC);
    await write(SPECIFIC, [{ id: two, general_topics: [topic] }]);
    expect((await plan(GENERAL, SPECIFIC)).counts.general_topics).toEqual(counts(1, 0));
    await importAll(GENERAL, SPECIFIC);
    expect(await listsOf(topic)).toEqual([one, two]);
    // Once both sides have been imported, the same files have nothing more to say.
    const again = await plan(GENERAL, SPECIFIC);
    expect([again.counts.general_topics, again.counts.specific_topics]).toEqual([counts(0, 1), counts(0, 1)]);
  });

  it('gets what the side says that has changed, and keeps what people have made of it', async () => {
    const [topic, one, two] = await tied();
    await general([topic, [one]]);
    await specific([one, [topic]], [two, [topic]]);
    const { warnings } = await plan(GENERAL, SPECIFIC);
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        `^has general_topics ${topic} \\(.+${GENERAL}, record 1\\), which lacks this one: that one has changed since the last import, and counts$`,
      ),
    ]);
    await importAll(GENERAL, SPECIFIC);
    expect(await listsOf(topic)).toEqual([one]);

    // An editor takes the other one out as well: neither file brings it back, together or one after the other.
    await patch(`/console/lab/general_topics/${topic}`, { specific_topics: [] });
    for (const files of [[GENERAL, SPECIFIC], [SPECIFIC], [GENERAL], [GENERAL, SPECIFIC]]) {
      await importAll(...files);
      expect(await listsOf(topic)).toEqual([]);
    }
  });

  it('has each link that either side of new records lists, once', async () => {
    const [topic = 0, one = 0, two = 0] = ids(3);
    await general([topic, [one]]);
    await specific([one, []], [two, [topic]]);
    const { warningCount, warnings } = await plan(GENERAL, SPECIFIC);
    expect(warnings.map(({ resource, number }) => [resource, number])).toEqual([
      ['specific_topics', one],
      ['general_topics', topic],
    ]);
    expect(warningCount).toBe(2);
    await importAll(GENERAL, SPECIFIC);
    expect(await listsOf(topic)).toEqual([one, two]);
    const again = await plan(GENERAL, SPECIFIC);
    expect([again.counts.general_topics, again.counts.specific_topics]).toEqual([counts(0, 1), counts(0, 2)]);
    // Of a record that the file says nothing of the list, the change is one.
    await write(SPECIFIC, [{ id: one, title: unique('題') }]);
    await general([topic, [two]]);
    const silent = await plan(GENERAL, SPECIFIC);
    expect([silent.counts.general_topics, silent.counts.specific_topics]).toEqual([counts(1, 0), counts(1, 0)]);
    expect((await content(['apply', at('a.plan')])).code).toBe(0);
    expect((await get(`/console/lab/specific_topics/${one}`)).body.general_topics).toEqual([]);
  });

  it('does not bring back what people have taken out since, though the file of the other side says it for the first time', async () => {
    const [topic, one, two] = await tied();
    const [other = 0] = ids(1);
    await specific([other, []]);
    await importAll(SPECIFIC);
    await general([topic, [one, two, other]]);
    await importAll(GENERAL);
    expect(await listsOf(topic)).toEqual([one, two, other]);
    await patch(`/console/lab/general_topics/${topic}`, { specific_topics: [one, two] });
    await specific([other, [topic]]);
    for (const files of [[SPECIFIC], [GENERAL, SPECIFIC]]) {
      const { edits } = await plan(...files);
      expect(edits).toContainEqual(expect.objectContaining({ number: other, path: 'general_topics', kind: 'edited' }));
      await importAll(...files);
      expect(await listsOf(topic)).toEqual([one, two]);
    }
    // What is decided of one side holds for both.
    const take = ['--take', `specific_topics/${other}/general_topics`];
    const { code } = await content(['import', at(GENERAL), at(SPECIFIC), '--source', SOURCE, ...take]);
    expect([code, await listsOf(topic)]).toEqual([0, [one, two, other]]);
    // Nothing is left to decide of it.
    expect((await plan(GENERAL, SPECIFIC, ...take)).warnings).toMatchObject([
      { resource: 'specific_topics', number: other, path: 'general_topics', code: 'NOTHING_TO_DECIDE' },
    ]);
  });

  it('that nobody has edited is what the files say, whatever is decided of it', async () => {
    const [topic, one, two] = await tied();
    await general([topic, [one]]);
    await specific([one, [topic]], [two, [topic]]);
    const codesOf = ({ warnings }: Summary) => warnings.map(({ number, code }) => [number, code]);
    const differing = [two, 'SIDES_DIFFER'];
    expect(codesOf(await plan(GENERAL, SPECIFIC))).toEqual([differing]);
    const keep = ['--keep', `general_topics/${topic}/specific_topics`];
    expect(codesOf(await plan(GENERAL, SPECIFIC, ...keep))).toEqual([differing, [topic, 'NOTHING_TO_DECIDE']]);
    await importAll(GENERAL, SPECIFIC);
    expect(await listsOf(topic)).toEqual([one]);
  });

  it('says which import has changed the other side, and goes with a record that its source no longer has', async () => {
    const [topic, one, two] = await tied();
    await general([topic, [one]]);
    await importAll(GENERAL);
    await specific([one, [topic]], [two, [topic]]);
    const { edits } = await plan(SPECIFIC);
    expect(edits).toMatchObject([
      { number: two, kind: 'edited', by: { import: { batch: expect.any(Number), source: SOURCE } } },
    ]);
    await importAll(SPECIFIC);
    // The source drops one that the topic lists, and one that it does not list any more; the topic gets a new one.
    const [added = 0] = ids(1);
    await specific([added, [topic]]);
    await write(GENERAL, [{ id: topic, external_id: `g-${topic}`, description: '述' }]);
    const options = ['--sync', '--sync-limit', '1000', '--keep-edits'];
    const planned = await plan(GENERAL, SPECIFIC, ...options);
    expect(planned.edits.filter(({ number }) => number === one || number === two)).toEqual([]);
    expect(planned.counts.general_topics?.changed).toBe(1);
    expect((await content(['apply', at('a.plan')])).err).toBe('');
    expect(await listsOf(topic)).toEqual([added]);
  });

  it('of children that move is counted with the parent that loses them', async () => {
    const directions = [
      { name: '一', index: 1 },
      { name: '二', index: 2 },
    ];
    const [former, next] = [await make('specific-topic', { act_dirs: directions }), await make('specific-topic')];
    const [stays, moves] = former.act_dirs;
    await write(SPECIFIC, [{ id: next.id, act_dirs: [moves] }]);
    expect((await plan(SPECIFIC)).counts).toEqual({ specific_topics: counts(2, 0), act_dirs: counts(1, 0) });
    await write(SPECIFIC, [{ id: former.id, act_dirs: [stays, { ...moves, index: 3 }] }]);
    expect((await plan(SPECIFIC)).counts).toEqual({ specific_topics: counts(1, 0), act_dirs: counts(1, 0) });
  });
});
