import type { JsonObject } from '../../../../../common/json';
import type { Conflict } from '../shared/conflict';
import { questions, save } from './save';

const loaded = { change: 5, data: { name: 'a', note: 'n', scores: [1, 1] } };

const field = (name: string) => ({ name, attributes: [name], kind: 'text' as const });

const conflict = (change: number, theirs: JsonObject, mine: JsonObject = {}): Conflict => ({
  uid: 'api::tag.tag',
  change,
  fields: Object.keys(theirs).map(field),
  groups: [],
  hidden: 0,
  hiddenWhole: 0,
  hiddenAttributes: [],
  unread: [],
  theirs,
  mine,
  rows: '{}',
  merged: {},
  names: {},
});

describe('the save of what an editor has changed', () => {
  const sent: [JsonObject, number][] = [];
  let unread: object | undefined;
  let conflicts: Conflict[] = [];

  const saved = (values: JsonObject) =>
    save({ ...loaded.data, ...values }, loaded, async (some, { change, ...shown }) => {
      sent.push([some, change]);
      unread = shown.unread;
      const next = conflicts.shift();
      return next ? Response.json({ error: { details: { conflict: next } } }, { status: 409 }) : Response.json({});
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

  it('sends what the service has merged without a question, again and again', async () => {
    const merged = (scores: number[]) => ({ scores: { mine: scores, theirs: scores } });
    conflicts = [
      { ...conflict(9, {}), merged: merged([2, 7]) },
      { ...conflict(12, {}), merged: merged([2, 8]) },
    ];
    expect((await saved({ scores: [2, 1] }))?.status).toBe(200);
    expect(sent).toEqual([
      [{ scores: [2, 1] }, 5],
      [{ scores: [2, 7] }, 9],
      [{ scores: [2, 8] }, 12],
    ]);
  });

  it.each([
    ['mine', { name: 'b', aye: { connect: [{ id: 1 }] }, nay: { disconnect: [{ id: 1 }] }, scores: [2] }],
    ['theirs', { name: 'b', aye: { connect: [] }, scores: [3] }],
  ] as const)(
    'sends of fields that one chooses at once what the service says, or nothing: %s',
    async (side, values) => {
      const sides = {
        aye: { mine: { connect: [{ id: 1 }] }, theirs: { connect: [] } },
        nay: { mine: { disconnect: [{ id: 1 }] } },
        scores: { mine: [2], theirs: [3] },
      };
      const groups = [{ fields: ['aye', 'nay', 'scores'], isTheirsOnly: false }];
      conflicts = [{ ...conflict(9, { aye: [], nay: [1], scores: [3] }), groups, merged: sides }];
      const asked = answer({ aye: side, nay: side, scores: side });
      expect((await saved({ name: 'b', aye: { connect: [{ id: 1 }] } }))?.status).toBe(200);
      expect((await asked).groups).toEqual(groups);
      expect(sent.at(-1)).toEqual([values, 9]);
    },
  );

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

  it('keeps what the editor has changed in rows that he may not read, for the service to merge', async () => {
    const ofScores = { hidden: 1, hiddenAttributes: ['scores'], unread: ['scores'], merged: { scores: {} } };
    conflicts = [
      { ...conflict(9, {}), ...ofScores },
      { ...conflict(12, {}), ...ofScores },
    ];
    const asked = answer({});
    const saving = saved({ name: 'b', scores: [1, 2] });
    await asked;
    await answer({});
    expect((await saving)?.status).toBe(200);
    expect(sent.map(([values, change]) => [values.scores, change])).toEqual(
      [5, 9, 12].map((change) => [[1, 2], change]),
    );
    expect(unread).toEqual({ scores: 5 });
  });

  it('keeps them so after a later conflict of something else', async () => {
    conflicts = [
      { ...conflict(9, {}), hidden: 1, hiddenAttributes: ['scores'], unread: ['scores'], merged: { scores: {} } },
      conflict(12, { name: 'x' }),
    ];
    let asked = answer({});
    const saving = saved({ name: 'b', scores: [1, 2] });
    await asked;
    asked = answer({ name: 'mine' });
    await asked;
    await saving;
    expect(sent.at(-1)).toEqual([{ name: 'b', scores: [1, 2] }, 12]);
    expect(unread).toEqual({ scores: 5 });
  });

  it('leaves them to the others as a whole where a later conflict says so', async () => {
    const ofScores = { hidden: 1, hiddenAttributes: ['scores'], merged: { scores: {} } };
    conflicts = [
      { ...conflict(9, {}), ...ofScores, unread: ['scores'] },
      { ...conflict(12, {}), ...ofScores },
    ];
    const asked = answer({});
    const saving = saved({ name: 'b', scores: [1, 2] });
    await asked;
    await answer({});
    await saving;
    expect(sent.at(-1)).toEqual([{ name: 'b' }, 12]);
    expect(unread).toEqual({});
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
