import type { JsonObject } from '../../../../../common/json';
import type { Conflict } from '../shared/conflict';
import { addMerge } from './merges';
import { questions, save } from './save';

const loaded = { change: 5, data: { name: 'a', note: 'n', scores: [1, 1] } };

const field = (name: string) => ({ name, attributes: [name], kind: 'text' as const });

const conflict = (change: number, theirs: JsonObject, mine: JsonObject = {}): Conflict => ({
  uid: 'api::tag.tag',
  change,
  fields: Object.keys(theirs).map(field),
  hidden: 0,
  hiddenAttributes: [],
  theirs,
  mine,
  rows: '{}',
  merged: {},
  names: {},
});

describe('the save of what an editor has changed', () => {
  const sent: [JsonObject, number][] = [];
  let conflicts: Conflict[] = [];

  const saved = (values: JsonObject) =>
    save({ ...loaded.data, ...values }, loaded, async (some, { change }) => {
      sent.push([some, change]);
      const next = conflicts.shift();
      return next ? Response.json({ error: { details: { conflict: next } } }, { status: 409 }) : Response.json({});
    });

  beforeAll(() => {
    // Numbers of a list, each a part of its own.
    addMerge('api::tag.tag', 'scores', (before, mine, theirs) => {
      const [b, m, t] = [before, mine, theirs] as number[][];
      const hasConflicts = b?.some((each, i) => m?.[i] !== each && t?.[i] !== each && m?.[i] !== t?.[i]) ?? false;
      const own = b?.map((each, i) => (m?.[i] === each ? t?.[i] : m?.[i])) as number[];
      const their = b?.map((each, i) => (t?.[i] === each ? m?.[i] : t?.[i])) as number[];
      return { mine: own, theirs: their, hasConflicts };
    });
  });

  beforeEach(() => {
    sent.length = 0;
    conflicts = [];
  });

  /** Answers the next question; returns what was asked. */
  const answer = (sides?: Record<string, 'mine' | 'theirs'>) =>
    new Promise<Conflict>((resolve) => {
      const stop = questions.current.subscribe(() => {
        const asked = questions.current.get();
        if (!asked) return;
        stop();
        resolve(asked.about);
        asked.answer(sides);
      });
    });

  it('drops what stays theirs, and goes on after their change', async () => {
    conflicts = [conflict(9, { name: 'x', note: 'y' })];
    const asked = answer({ name: 'theirs', note: 'mine' });
    expect((await saved({ name: 'b', note: 'm' }))?.status).toBe(200);
    expect((await asked).fields).toHaveLength(2);
    expect(sent).toEqual([
      [{ name: 'b', note: 'm' }, 5],
      [{ note: 'm' }, 9],
    ]);
  });

  it('sends again what a save without an answer has sent, even if it is as it was loaded', async () => {
    const unanswered = { requests: [{ id: 'lost', at: 1 }], attributes: ['name', 'gone'] };
    await save({ ...loaded.data, note: 'm' }, { ...loaded, unanswered }, async (some, { change }) => {
      sent.push([some, change]);
      return Response.json({});
    });
    expect(sent).toEqual([[{ name: 'a', note: 'm' }, 5]]);
  });

  it('empties the other attributes of a choice that stays the own one', async () => {
    const asked = {
      ...conflict(9, { sponsor: 3 }),
      fields: [{ ...field('sponsor'), attributes: ['rep', 'caucus', 'agency'] }],
    };
    conflicts = [asked];
    const [rep, none] = [
      { connect: [{ id: 1 }], disconnect: [] },
      { connect: [], disconnect: [] },
    ];
    const answered = answer({ sponsor: 'mine' });
    await saved({ rep, caucus: none });
    await answered;
    expect(sent.map(([values]) => values)).toEqual([{ rep }, { rep, caucus: null, agency: null }]);
  });

  it('keeps the half of a choice that its editor has not changed', async () => {
    const fields = [{ ...field('from'), attributes: ['act', 'kind', 'number'] }];
    conflicts = [{ ...conflict(9, { from: 3 }), fields }];
    const kindOnly = { ...loaded, data: { ...loaded.data, act: { count: 0 }, kind: 'city', number: 5 } };
    const answered = answer({ from: 'mine' });
    await save(
      { ...loaded.data, act: { connect: [], disconnect: [] }, kind: 'city', number: 6 },
      kindOnly,
      async (some, { change }) => {
        sent.push([some, change]);
        const asked = conflicts.shift();
        return asked ? Response.json({ error: { details: { conflict: asked } } }, { status: 409 }) : Response.json({});
      },
    );
    await answered;
    expect(sent.map(([values]) => values)).toEqual([{ number: 6 }, { number: 6, kind: 'city', act: null }]);
  });

  it('merges parts without a question, again and again', async () => {
    conflicts = [conflict(9, { scores: [1, 7] }), conflict(12, { scores: [1, 8] })];
    expect((await saved({ scores: [2, 1] }))?.status).toBe(200);
    expect(sent).toEqual([
      [{ scores: [2, 1] }, 5],
      [{ scores: [2, 7] }, 9],
      [{ scores: [2, 8] }, 12],
    ]);
  });

  it.each([
    ['mine', [2, 7, 3]],
    ['theirs', [6, 7, 3]],
  ] as const)('asks about parts that both have changed, and keeps all others: %s', async (side, kept) => {
    conflicts = [conflict(9, { scores: [6, 7, 1] }, { scores: [2, 1, 3] })];
    const asked = answer({ scores: side });
    const board = { ...loaded, data: { ...loaded.data, scores: [1, 1, 1] } };
    await save({ scores: [2, 1, 3] }, board, async (some, { change }) => {
      sent.push([some, change]);
      const next = conflicts.shift();
      return next ? Response.json({ error: { details: { conflict: next } } }, { status: 409 }) : Response.json({});
    });
    expect((await asked).mine).toEqual({ scores: [2, 7, 3] });
    expect(sent.at(-1)).toEqual([{ scores: kept }, 9]);
  });

  it.each([
    ['mine', [{ id: 1, a: 'm' }, { id: 2 }, { id: 3 }]],
    ['theirs', [{ id: 1 }, { id: 2 }, { id: 3 }]],
  ] as const)('sends of rows what has changed, then what the service has merged: %s', async (side, rows) => {
    const shown: unknown[] = [];
    const before = {
      change: 5,
      rows: '{"steps":[1,2],"links":[5]}',
      data: {
        steps: [
          { id: 1, a: 'a', b: 'b' },
          { id: 2, a: 'c' },
        ],
        links: [{ id: 5, url: 'u' }],
      },
    };
    const links = [{ id: 5 }, { id: 6 }, { url: 'm' }];
    const question: Conflict = {
      ...conflict(9, { steps: [] }),
      rows: '{"steps":[1,2,3],"links":[5,6]}',
      merged: {
        steps: { mine: [{ id: 1, a: 'm' }, { id: 2 }, { id: 3 }], theirs: [{ id: 1 }, { id: 2 }, { id: 3 }] },
        links: { mine: links, theirs: links },
      },
    };
    conflicts = [question];
    const asked = answer({ steps: side });
    const values = {
      steps: [
        { id: 1, __temp_key__: 'a0', a: 'm', b: 'b' },
        { id: 2, __temp_key__: 'a1', a: 'c' },
      ],
      links: [{ id: 5, url: 'u' }, { url: 'm' }],
    };
    await save(values, before, async (some, { change, rows: ids }) => {
      sent.push([some, change]);
      shown.push(ids);
      const next = conflicts.shift();
      return next ? Response.json({ error: { details: { conflict: next } } }, { status: 409 }) : Response.json({});
    });
    await asked;
    expect(shown).toEqual([before.rows, question.rows]);
    expect(sent).toEqual([
      [{ steps: [{ id: 1, a: 'm' }, { id: 2 }], links: [{ id: 5 }, { url: 'm' }] }, 5],
      [{ steps: rows, links }, 9],
    ]);
  });

  it('sends what the service has merged without a question if there is none', async () => {
    const merged = { steps: { mine: [{ id: 1 }, { id: 50 }], theirs: [{ id: 1 }, { id: 50 }] } };
    conflicts = [{ ...conflict(9, {}), merged }];
    expect((await saved({ name: 'b', steps: [{ id: 1 }, { a: 'm' }] }))?.status).toBe(200);
    expect(sent.at(-1)).toEqual([{ name: 'b', steps: [{ id: 1 }, { id: 50 }] }, 9]);
  });

  it('leaves what the editor may not read as it is stored', async () => {
    conflicts = [{ ...conflict(9, {}), hidden: 1, hiddenAttributes: ['note'] }];
    const asked = answer({});
    expect((await saved({ name: 'b', note: 'm' }))?.status).toBe(200);
    expect((await asked).hidden).toBe(1);
    expect(sent.at(-1)).toEqual([{ name: 'b' }, 9]);
  });

  it('is given up when the editor goes back', async () => {
    conflicts = [conflict(9, { name: 'x' })];
    const asked = answer();
    expect(await saved({ name: 'b' })).toBeUndefined();
    await asked;
    expect(sent).toHaveLength(1);
  });

  it('asks nothing once the page is left', async () => {
    conflicts = [conflict(9, { name: 'x' })];
    const saving = saved({ name: 'b' });
    questions.leave();
    expect(await saving).toBeUndefined();
    expect([sent.length, questions.current.get()]).toEqual([1, undefined]);
  });
});
