import { isEqual, type Json, type JsonObject, pick, pickPresent } from '../../../../../common/json';
import { overwrittenFields } from '../../../../rostra/server/src/guard/merged-lists';
import { lostRows, mergeRows } from '../../../../rostra/server/src/guard/merged-rows';
import { ownChoice } from '../../../../rostra/server/src/guard/own-choices';
import type { FormRow, StoredRow } from '../../../../rostra/server/src/guard/row-pairs';
import { applyChanges, changesBetween, type RelationChanges } from '../../../panel/strapi/relation-changes';
import type { Shown } from '../../../panel/strapi/saves';
import type { Conflict } from '../shared/conflict';
import { questions, save } from './save';

/* Random edits of two people to one record, whose forms and whose service are those of the panel, but for the database. */

const SEEDS = Array.from({ length: 100 }, (_, seed) => seed + 1);

interface Stored {
  text: string;
  number: number | null;
  flag: boolean | null;
  choice: string;
  day: string;
  /** JSON, which a form holds as text. */
  data: JsonObject;
  /** A reference. */
  act: number;
  /** A reference to one of two kinds, each with an attribute of its own. */
  sponsor: { rep: number | null; caucus: number | null };
  /** A list of people. */
  reps: number[];
  rows: StoredRow[];
}

const FIELDS = ['text', 'number', 'flag', 'choice', 'day', 'data', 'act', 'sponsor', 'reps', 'rows'] as const;

/** Fields that a save sends as they are. */
const VALUES = ['text', 'number', 'flag', 'choice', 'day'] as const;

type Random = (below: number) => number;

const randomOf = (seed: number): Random => {
  let state = seed;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
};

/** The service: the record, its states by change, and what it does with a save. */
function serviceOf(first: Stored) {
  const states = [first];
  let lastId = 100;
  const now = () => states.at(-1) as Stored;
  const canonical = (stored: Stored): JsonObject => ({
    ...stored,
    sponsor: Object.values(choicesOf(stored)).find((choice) => choice)?.sponsor ?? null,
    rows: stored.rows.map(({ row }) => row),
  });

  const written = (stored: Stored, data: JsonObject): Stored => ({
    ...stored,
    ...pickPresent(data, [...VALUES]),
    data: 'data' in data ? JSON.parse(data.data as string) : stored.data,
    act: connected(data.act)[0] ?? stored.act,
    sponsor: {
      rep: linkedAfter(stored.sponsor.rep, data.sponsor_rep),
      caucus: linkedAfter(stored.sponsor.caucus, data.sponsor_caucus),
    },
    reps: 'reps' in data ? peopleAfter(stored.reps, data.reps as RelationChanges) : stored.reps,
    rows: 'rows' in data ? (data.rows as JsonObject[]).map((row) => writtenRow(stored, row)) : stored.rows,
  });
  const writtenRow = ({ rows }: Stored, { id, step, reps, ...values }: JsonObject): StoredRow => {
    const stored = rows.find((row) => row.id === id);
    if (id !== undefined && !stored) throw new Error('Some of the provided components are not related to the entity');
    lastId += stored ? 0 : 1;
    const [link = stored?.row.step ?? 0] = connected(step);
    const before = (stored?.row.reps ?? []) as number[];
    const after = reps ? peopleAfter(before, reps as unknown as RelationChanges) : before;
    return { id: stored?.id ?? lastId, row: { ...stored?.row, ...values, step: link, reps: after } };
  };

  return {
    now,
    change: () => states.length - 1,
    /** What a form loads. */
    load: () => ({
      change: states.length - 1,
      rows: JSON.stringify({ rows: now().rows.map(({ id }) => id) }),
      data: {
        ...pick({ ...now() } as unknown as JsonObject, [...VALUES, 'data']),
        act: { count: 1 },
        sponsor_rep: { count: 1 },
        sponsor_caucus: { count: 1 },
        reps: { count: now().reps.length },
        rows: now().rows.map(({ id, row }) => ({ id, ...row, step: { count: 1 }, reps: { count: 1 } })) as Json,
      },
    }),
    /** An API writes all rows anew. */
    overwrite: (stored: Stored) => {
      const rows = stored.rows.map(({ row }) => ({ id: ++lastId, row }));
      states.push({ ...stored, rows: isEqual(canonical(stored).rows, canonical(now()).rows) ? now().rows : rows });
    },
    answer: async (values: JsonObject, { change, rows: header = '' }: Shown): Promise<Response> => {
      const [shown, theirs] = [states[change] as Stored, now()];
      const restored = new Map<number, FormRow>();
      const sides = { base: shown.rows, theirs: theirs.rows, mine: (values.rows ?? []) as FormRow[] };
      expect(JSON.parse(header)).toEqual({ rows: shown.rows.map(({ id }) => id) });
      for (const { shown: row, own } of lostRows(sides))
        restored.set(row.id, {
          ...row.row,
          step: linkTo(row.row.step as number),
          reps: changesBetween([], people(row.row.reps as number[])) as unknown as Json,
          ...own,
          id: undefined,
        });
      const list = 'rows' in values ? mergeRows(sides, restored) : undefined;
      const after = written(theirs, { ...values, ...(list && { rows: list.mine as Json }) });
      const outcome = list?.outcome(after.rows, (name) => name);
      const changed = FIELDS.filter((name) => !isEqual(canonical(shown)[name], canonical(theirs)[name]));
      const isOfBoth = changed.includes('sponsor') && ('sponsor_rep' in values || 'sponsor_caucus' in values);
      const own = isOfBoth ? (ownChoice(choicesOf(after), values) ?? { sponsor: null }) : {};
      const made = { ...canonical(after), ...own };
      const compared = { shown: canonical(shown), theirs: canonical(theirs), after: made };
      const fields = overwrittenFields(changed, compared, new Map(outcome ? [['rows', outcome.theirs]] : []));
      if (fields.length === 0 && !outcome?.hasRepeated) {
        expect(Object.values(after.sponsor)).toContain(null);
        states.push(after);
        return Response.json({});
      }
      const conflict = {
        change: states.length - 1,
        uid: 'api::any.any',
        fields: fields.map((name) => ({ name, attributes: attributesOf(name), kind: 'text' as const })),
        groups: [],
        hidden: 0,
        hiddenWhole: 0,
        hiddenAttributes: [],
        unread: [],
        theirs: pick(canonical(theirs), fields),
        mine: pick(made, fields),
        rows: JSON.stringify({ rows: theirs.rows.map(({ id }) => id) }),
        merged: outcome
          ? { rows: { mine: outcome.mine, theirs: outcome.theirs ?? outcome.mine } as Conflict['merged'][string] }
          : {},
        names: {},
      } satisfies Conflict;
      return Response.json({ error: { details: { conflict } } }, { status: 409 });
    },
  };
}

const attributesOf = (name: string): string[] => (name === 'sponsor' ? ['sponsor_rep', 'sponsor_caucus'] : [name]);

const choicesOf = ({ sponsor: { rep, caucus } }: Stored) => ({
  sponsor_rep: rep === null ? null : { sponsor: `rep ${rep}` },
  sponsor_caucus: caucus === null ? null : { sponsor: `caucus ${caucus}` },
});

/** What a reference links after a save. */
function linkedAfter(stored: number | null, value: Json | undefined): number | null {
  if (value === null) return null;
  const { connect = [], disconnect = [] } = (value ?? {}) as unknown as RelationChanges;
  return connect[0]?.id ?? (disconnect.length > 0 ? null : stored);
}

const linkTo = (id: number): Json => ({ connect: [{ id }], disconnect: [] });

const connected = (value: Json | undefined): number[] =>
  ((value as unknown as RelationChanges | undefined)?.connect ?? []).map(({ id }) => id);

const people = (ids: number[]) => ids.map((id) => ({ id, documentId: `d${id}` }));

const peopleAfter = (stored: number[], changes: RelationChanges): number[] =>
  applyChanges(people(stored), changes).map(({ id }) => id);

/** What somebody has in the form. Rows have a tag that nobody changes. */
type Draft = Omit<Stored, 'rows'> & { rows: { id?: number; row: JsonObject }[] };

let lastNew = 1000;

/** Makes some random edits. Every new value is another one, but for some that two people may both choose. */
function edit({ ...draft }: Draft, random: Random): Draft {
  for (let count = 1 + random(5); count > 0; count -= 1) {
    const value = random(4) === 0 ? 7 : ++lastNew;
    const [at, to] = [random(draft.rows.length + 1), random(draft.rows.length + 1)];
    const others = draft.rows.filter((_, index) => index !== at);
    const moved = draft.rows.slice(at, at + 1);
    const [person, place] = [random(draft.reps.length + 1), random(draft.reps.length + 1)];
    const rest = draft.reps.filter((_, index) => index !== person);
    const row = { tag: ++lastNew, a: value, b: 'new', flag: null, day: DAY, step: 1, reps: [] };
    const day = new Date(Date.UTC(2020, 0, value)).toISOString();
    const changeRow = (changes: JsonObject) =>
      draft.rows.map((each, index) => (index === at ? { ...each, row: { ...each.row, ...changes } } : each));
    const edits: Partial<Draft>[] = [
      { text: `t${value}` },
      { number: value },
      { flag: value % 2 === 0 },
      { choice: `c${value % 3}` },
      { day },
      { data: { ...draft.data, [value % 2 ? 'x' : 'y']: { value } } },
      { act: value },
      { sponsor: { rep: value, caucus: null } },
      { sponsor: { rep: null, caucus: value === 7 ? null : value } },
      { reps: [...draft.reps.slice(0, place), ++lastNew, ...draft.reps.slice(place)] },
      { reps: rest },
      { reps: [...rest.slice(0, place), ...draft.reps.slice(person, person + 1), ...rest.slice(place)] },
      { rows: changeRow({ a: value }) },
      { rows: changeRow({ b: value }) },
      { rows: changeRow({ flag: value % 2 === 0 }) },
      { rows: changeRow({ day }) },
      { rows: changeRow({ step: value }) },
      { rows: changeRow({ reps: [++lastNew] }) },
      { rows: [...draft.rows.slice(0, at), { row }, ...draft.rows.slice(at)] },
      { rows: others },
      { rows: [...others.slice(0, to), ...moved, ...others.slice(to)] },
    ];
    Object.assign(draft, edits[random(edits.length)]);
  }
  return draft;
}

/** What a form sends of a draft: everything, relations as what to connect and to disconnect. */
function formOf(draft: Draft, stored: Stored): JsonObject {
  const link = (id: number | null, before: Json = null): Json => {
    if (id === before) return { connect: [], disconnect: [] };
    return id === null ? { connect: [], disconnect: [{ id: before }] } : linkTo(id);
  };
  return {
    ...pick({ ...draft } as unknown as JsonObject, [...VALUES]),
    data: JSON.stringify(draft.data, null, 2),
    act: link(draft.act, stored.act),
    sponsor_rep: link(draft.sponsor.rep, stored.sponsor.rep),
    sponsor_caucus: link(draft.sponsor.caucus, stored.sponsor.caucus),
    reps: changesBetween(people(stored.reps), people(draft.reps)) as unknown as Json,
    rows: draft.rows.map(({ id, row }) => {
      const before = stored.rows.find((each) => each.id === id)?.row;
      const reps = changesBetween(people((before?.reps ?? []) as number[]), people(row.reps as number[]));
      const links = { step: link(row.step as number, before?.step), reps: reps as unknown as Json };
      return { ...(id !== undefined && { id }), ...row, ...links };
    }),
  };
}

/** Saves; the answers to questions are random. @returns the fields that were asked about */
async function saveDraft(service: ReturnType<typeof serviceOf>, opened: Opened, draft: Draft, random: Random) {
  const asked = new Set<string>();
  const stop = questions.current.subscribe(() => {
    const current = questions.current.get();
    if (!current) return;
    for (const { name } of current.about.fields) asked.add(name);
    const sides = current.about.fields.map(({ name }) => [name, random(2) === 0 ? 'mine' : 'theirs']);
    setTimeout(() => current.answer(Object.fromEntries(sides)));
  });
  const answer = await save(formOf(draft, opened.stored), opened.loaded, service.answer);
  stop();
  expect(answer?.status).toBe(200);
  return asked;
}

const open = (service: ReturnType<typeof serviceOf>) => ({ loaded: service.load(), stored: service.now() });
type Opened = ReturnType<typeof open>;

const DAY = '2020-02-03T00:00:00.000Z';

const first: Stored = {
  text: 't',
  number: null,
  flag: null,
  choice: 'c0',
  day: DAY,
  data: { x: 1 },
  act: 1,
  sponsor: { rep: 1, caucus: null },
  reps: [1, 2, 3, 4],
  rows: [1, 2, 3, 4].map((tag) => ({
    id: tag,
    row: { tag, a: 'a', b: 'b', flag: true, day: DAY, step: 1, reps: [1] },
  })),
};

/** Everything that is said about a record, by the part that says it: fields, who is in a list, the fields of each row, and orders. */
function partsOf({ reps, rows, ...fields }: Stored | Draft): Map<string, Json> {
  const parts = new Map<string, Json>(Object.entries(fields));
  for (const rep of reps) parts.set(`reps ${rep}`, true);
  for (const { row } of rows)
    for (const [name, value] of Object.entries(row)) parts.set(`rows ${row.tag} ${name}`, value);
  return parts;
}

/** The parts that differ, of a row that is gone all of them. */
function editsBetween(before: Stored, after: Stored | Draft): Map<string, Json | undefined> {
  const [was, is] = [partsOf(before), partsOf(after)];
  return new Map(
    [...new Set([...was.keys(), ...is.keys()])]
      .filter((part) => !isEqual(was.get(part), is.get(part)))
      .map((part) => [part, is.get(part)]),
  );
}

const tagOf = (part: string): string => part.split(' ').slice(0, 2).join(' ');

/** Whether two people have changed the same: of a row that one has removed, everything. */
function isOfBoth(part: string, theirs: Map<string, Json | undefined>): boolean {
  if (theirs.has(part)) return true;
  return part.startsWith('rows ') && theirs.get(`${tagOf(part)} tag`) === undefined && theirs.has(`${tagOf(part)} tag`);
}

/** Whether a removed row has been changed by the other. */
const isChangedBy = (part: string, theirs: Map<string, Json | undefined>): boolean =>
  part.startsWith('rows ') && [...theirs.keys()].some((other) => tagOf(other) === tagOf(part));

const tags = ({ rows }: Stored | Draft): Json[] => rows.map(({ row }) => row.tag ?? null);

/** How two people have written: in one save each, or by the API, which does not know rows. */
interface How {
  isOnce?: boolean;
  isByApi?: boolean;
  /** What the first one's last form had shown: what the second one has changed to the same is not theirs alone. */
  shown?: Stored;
}

/** Checks that the last state has all that two people have made of the first one, but for what they were asked about. */
function expectNothingLost(last: Stored, drafts: [Draft, Draft], asked: Set<string>, how: How): void {
  const [mine, theirs] = drafts.map((draft) => editsBetween(first, draft)) as [Edits, Edits];
  expectEdits(last, { own: mine, other: theirs }, asked, how);
  const seen = how.shown ? editsBetween(first, how.shown) : new Map();
  const unseen = new Map([...theirs].filter(([part, value]) => !seen.has(part) || !isEqual(seen.get(part), value)));
  expectEdits(last, { own: unseen, other: mine }, asked, how);
  // Whoever is put next to somebody who is gone comes last.
  const isSomebodyGone = drafts.some(({ reps }) => !first.reps.every((rep) => reps.includes(rep)));
  expectOrder([first, ...drafts, last].map(({ reps }) => reps) as Orders, asked.has('reps') || isSomebodyGone);
  if (how.isByApi) return;
  expectOrder([first, ...drafts, last].map(tags) as Orders, asked.has('rows') && !how.isOnce);
  expect(new Set(tags(last)).size).toBe(last.rows.length);
}

function expectEdits(
  last: Stored,
  { own, other }: { own: Edits; other: Edits },
  asked: Set<string>,
  { isByApi = false }: How,
): void {
  const now = partsOf(last);
  for (const [part, value] of own) {
    const field = part.split(' ')[0] ?? '';
    // A list of people is asked about as a whole.
    if (isEqual(now.get(part), value) || (field === 'reps' && asked.has('reps'))) continue;
    // Which row the API has changed is not known for certain: one that it has changed may stay although somebody has removed it.
    if (isByApi && value === undefined && isChangedBy(part, other)) continue;
    const isShared = isOfBoth(part, other) || ((isByApi || value === undefined) && isChangedBy(part, other));
    expect({ part, value, isShared, isAsked: asked.has(field) }).toMatchObject({ isShared: true, isAsked: true });
  }
}

/** The order of a list before, by both, and at last: that of who has moved something, among what all have kept. */
type Orders = [Json[], Json[], Json[], Json[]];

function expectOrder(lists: Orders, isAsked: boolean): void {
  if (isAsked) return;
  const all = lists[0].filter((each) => lists.every((list) => list.includes(each)));
  const [before, mine, theirs, last] = lists.map((list) => list.filter((each) => all.includes(each))) as Orders;
  const moved = [mine, theirs].filter((list) => !isEqual(list, before));
  expect(moved.length > 0 ? moved : [before]).toContainEqual(last);
}

type Edits = Map<string, Json | undefined>;

describe('two people who have changed the same record', () => {
  it('lose nothing, in whatever order they save, but what they were asked about', async () => {
    let questionCount = 0;
    for (const seed of SEEDS) {
      const random = randomOf(seed);
      const service = serviceOf(first);
      const [a, b] = [open(service), open(service)];
      const drafts: [Draft, Draft] = [edit(first, random), edit(first, random)];
      const asked = await saveDraft(service, a, drafts[0], random);
      for (const name of await saveDraft(service, b, drafts[1], random)) asked.add(name);
      expectNothingLost(service.now(), drafts, asked, { isOnce: true });
      questionCount += asked.size;
    }
    expect(questionCount).toBeGreaterThan(SEEDS.length / 10);
    expect(questionCount).toBeLessThan(SEEDS.length * 2);
  });

  it('one of them in two saves, with those of the other in between', async () => {
    for (const seed of SEEDS) {
      const random = randomOf(seed);
      const service = serviceOf(first);
      const [a, b] = [open(service), open(service)];
      const half = edit(first, random);
      const asked = await saveDraft(service, a, half, random);
      const again = open(service);
      const other = edit(first, random);
      for (const name of await saveDraft(service, b, other, random)) asked.add(name);
      const whole = edit(again.stored, random);
      for (const name of await saveDraft(service, again, whole, random)) asked.add(name);
      expectNothingLost(service.now(), [whole, other], asked, { shown: again.stored });
    }
  });

  it('one of them twice, because the answer got lost, and then nothing is there twice', async () => {
    for (const seed of SEEDS) {
      const random = randomOf(seed);
      const service = serviceOf(first);
      const [a, b] = [open(service), open(service)];
      const drafts: [Draft, Draft] = [edit(first, random), edit(first, random)];
      await saveDraft(service, a, drafts[0], random);
      const stored = service.now();
      expect(await saveDraft(service, a, drafts[0], random)).toEqual(new Set());
      expect(service.now()).toEqual(stored);
      const asked = await saveDraft(service, b, drafts[1], random);
      for (const name of await saveDraft(service, a, drafts[0], random)) asked.add(name);
      expectNothingLost(service.now(), drafts, asked, {});
    }
  });

  it('one of them through the API, which writes all rows anew', async () => {
    for (const seed of SEEDS) {
      const random = randomOf(seed);
      const service = serviceOf(first);
      const opened = open(service);
      const [api, draft] = [edit(first, random), edit(first, random)];
      service.overwrite({ ...api, rows: api.rows.map(({ row }) => ({ id: 0, row })) });
      const asked = await saveDraft(service, opened, draft, random);
      expectNothingLost(service.now(), [draft, api], asked, { isByApi: true });
    }
  });
});
