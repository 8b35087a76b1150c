import type { PlanEdit, Summary } from '../../src/plugins/rostra/server/src/plan/types';
import { get, patch } from '../support/client';
import { content, contentFolder, identifiersUpTo } from '../support/content';
import { make, unique } from '../support/factory';

const { write, at } = contentFolder();
const ids = identifiersUpTo(5_750_000);

/** Plans the files, of the resources that they name; the fields of the plan's JSON. */
async function plan(...names: string[]): Promise<Summary & { out: string }> {
  const { out, err } = await content(['plan', ...names.map(at), '-o', at('a.plan'), '--json', '--source', 'lis']);
  expect(err).toBe('');
  return { ...JSON.parse(out), out };
}

const importAll = async (...names: string[]) => {
  const { code, out, err } = await content(['import', ...names.map(at), '--source', 'lis']);
  expect([code, err]).toEqual([0, '']);
  return out;
};

const [GENERAL, SPECIFIC] = ['general_topics.json', 'specific_topics.json'];

const general = (...records: [id: number, specific_topics: number[]][]) =>
  write(
    GENERAL,
    records.map(([id, specific_topics]) => ({
      ...{ id, title: unique('類'), index: id, image: 'i', description: '述', specific_topics },
    })),
  );

const specific = (...records: [id: number, general_topics: number[]][]) =>
  write(
    SPECIFIC,
    records.map(([id, general_topics]) => ({ id, title: unique('題'), index: id, description: '述', general_topics })),
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

/** Writes both files with the same titles and lists, but for what the next import says of one side. */
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
        `^has general_topics ${topic}, which \\(.+${GENERAL}, record 1\\) lacks this one: this has changed since the last import, and counts$`,
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
