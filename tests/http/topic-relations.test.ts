import { type Answer, create, del, faultsOf, get, patch, post } from '../support/client';
import { make, unique } from '../support/factory';

const RELATIONS = '/console/lab/topic_relations';

/** Kinds without records here, and identifiers that no other relation names. */
const [X, Y] = [unique('X'), unique('Y')];
const base = 1_000_000_000 + Math.floor(Math.random() * 1_000_000_000);
const [one, two] = [base, base + 1];

/** The two ends of each relation, by its name, which is in the description. */
const MADE: Record<string, [string, number, string, number]> = {
  'X1-Y2': [X, one, Y, two],
  'Y2-X1': [Y, two, X, one],
  'X1-Y1': [X, one, Y, one],
  'Y1-X1': [Y, one, X, one],
  'X2-Y1': [X, two, Y, one],
  'X1-X2': [X, one, X, two],
  'Y1-Y2': [Y, one, Y, two],
};
const names = Object.keys(MADE);
const run = unique('run');

const descriptionOf = (name: string) => `${run} ${name}`;

/** Returns the names of the relations that match a query, in the order of `MADE`. */
async function found(query: string): Promise<string[]> {
  const answer = await get(`${RELATIONS}?${query}`);
  expect([answer.status, answer.body.totalRowCount]).toEqual([200, answer.body.rows?.length]);
  const shown = answer.body.rows.map(({ description }: { description: string }) => description);
  const left = names.filter((name) => shown.includes(descriptionOf(name)));
  expect(shown.filter((description: string | null) => description?.startsWith(run))).toHaveLength(left.length);
  return left;
}

describe('the filters', () => {
  beforeAll(async () => {
    for (const [name, [from_type, from_id, to_type, to_id]] of Object.entries(MADE)) {
      await create(RELATIONS, { from_type, from_id, to_type, to_id, description: descriptionOf(name) });
    }
  });

  const x = encodeURIComponent(X);
  const y = encodeURIComponent(Y);

  /** Rule of the specification, filters, matches in the stored direction (rule 1), and matches in either direction. */
  const TABLE: [string, string, string[], string[]][] = [
    [
      '3',
      `from_type=${x}`,
      ['X1-Y2', 'X1-Y1', 'X2-Y1', 'X1-X2'],
      ['X1-Y2', 'Y2-X1', 'X1-Y1', 'Y1-X1', 'X2-Y1', 'X1-X2'],
    ],
    ['3', `to_type=${x}`, ['Y2-X1', 'Y1-X1', 'X1-X2'], ['X1-Y2', 'Y2-X1', 'X1-Y1', 'Y1-X1', 'X2-Y1', 'X1-X2']],
    ['3', `from_id=${two}`, ['Y2-X1', 'X2-Y1'], ['X1-Y2', 'Y2-X1', 'X2-Y1', 'X1-X2', 'Y1-Y2']],
    ['3', `to_id=${two}`, ['X1-Y2', 'X1-X2', 'Y1-Y2'], ['X1-Y2', 'Y2-X1', 'X2-Y1', 'X1-X2', 'Y1-Y2']],
    ['4', `from_type=${x}&from_id=${one}`, ['X1-Y2', 'X1-Y1', 'X1-X2'], ['X1-Y2', 'Y2-X1', 'X1-Y1', 'Y1-X1', 'X1-X2']],
    ['4', `to_type=${x}&to_id=${two}`, ['X1-X2'], ['X2-Y1', 'X1-X2']],
    ['5', `from_type=${x}&to_type=${y}`, ['X1-Y2', 'X1-Y1', 'X2-Y1'], ['X1-Y2', 'Y2-X1', 'X1-Y1', 'Y1-X1', 'X2-Y1']],
    ['5', `from_type=${y}&to_type=${y}`, ['Y1-Y2'], ['Y1-Y2']],
    ['2', `from_id=${one}&to_id=${two}`, ['X1-Y2', 'X1-X2', 'Y1-Y2'], ['X1-Y2', 'Y2-X1', 'X2-Y1', 'X1-X2', 'Y1-Y2']],
    ['2', `from_type=${x}&to_id=${two}`, ['X1-Y2', 'X1-X2'], ['X1-Y2', 'Y2-X1', 'X1-X2']],
    ['2', `from_id=${two}&to_type=${x}`, ['Y2-X1'], ['X1-Y2', 'Y2-X1', 'X1-X2']],
    ['6', `from_type=${x}&from_id=${one}&to_type=${y}`, ['X1-Y2', 'X1-Y1'], ['X1-Y2', 'Y2-X1', 'X1-Y1', 'Y1-X1']],
    ['6', `from_type=${y}&to_type=${x}&to_id=${one}`, ['Y2-X1', 'Y1-X1'], ['X1-Y2', 'Y2-X1', 'X1-Y1', 'Y1-X1']],
    ['7', `from_type=${x}&from_id=${one}&to_type=${y}&to_id=${two}`, ['X1-Y2'], ['X1-Y2', 'Y2-X1']],
    ['7', `from_type=${y}&from_id=${two}&to_type=${x}&to_id=${one}`, ['Y2-X1'], ['X1-Y2', 'Y2-X1']],
    ['7', `from_type=${x}&from_id=${two}&to_type=${y}&to_id=${two}`, [], []],
  ];
  const rows = TABLE.map(([rule, query, asWritten, eitherWay]) => ({
    name: query.replaceAll(x, 'X').replaceAll(y, 'Y').replaceAll(String(one), '1').replaceAll(String(two), '2'),
    rule,
    query,
    asWritten,
    eitherWay,
  }));

  it.each(rows)('rule 1: $name, as written only', async ({ query, asWritten }) => {
    expect(await found(`${query}&search_directionally=true`)).toEqual(asWritten);
    expect(await found(`${query}&search_directionally=1`)).toEqual(asWritten);
  });

  it.each(rows)('rule $rule: $name, either way round', async ({ query, eitherWay }) => {
    expect(await found(`${query}&search_directionally=false`)).toEqual(eitherWay);
    expect(await found(`${query}&search_directionally=0`)).toEqual(eitherWay);
    expect(await found(query)).toEqual(eitherWay);
    expect(await found(`${query}&search_directionally=`)).toEqual(eitherWay);
  });

  it('leave everything when there is none but the direction', async () => {
    expect(await found('search_directionally=true')).toEqual(names);
    expect(await found('search_directionally=false')).toEqual(names);
    expect(await found('')).toEqual(names);
  });

  it('are exact: a type in another case, or only part of it, is another type', async () => {
    expect(await found(`from_type=${x.toLowerCase()}`)).toEqual([]);
    expect(await found(`from_type=${x.slice(0, -1)}`)).toEqual([]);
  });

  it('refuse a direction that is not a boolean', async () => {
    const answer = await get(`${RELATIONS}?search_directionally=yes`);
    expect([answer.status, faultsOf(answer)]).toEqual([400, ['search_directionally INVALID_TYPE']]);
  });
});

describe('the filters, for kinds that this service holds', () => {
  it('find a topic and an act either way round, or as written', async () => {
    const [topic, act] = [await make('specific-topic'), await make('act')];
    const toAct = { from_type: 'Specific_Topic', from_id: topic.id, to_type: 'Act', to_id: act.id, description: '→' };
    const toTopic = { from_type: 'Act', from_id: act.id, to_type: 'Specific_Topic', to_id: topic.id, description: '←' };
    for (const relation of [toAct, toTopic]) await create(RELATIONS, relation);
    const arrows = async (query: string) =>
      (await get(`${RELATIONS}?${query}`)).body.rows.map(({ description }: { description: string }) => description);
    const all = `from_type=Specific_Topic&from_id=${topic.id}&to_type=Act&to_id=${act.id}`;
    expect(await arrows(all)).toEqual(['→', '←']);
    expect(await arrows(`${all}&search_directionally=true`)).toEqual(['→']);
    expect(await arrows(`to_type=Act&to_id=${act.id}`)).toEqual(['→', '←']);
    expect(await arrows(`to_type=Act&to_id=${act.id}&search_directionally=true`)).toEqual(['→']);
    expect(await arrows(`from_type=Act&from_id=${act.id}&to_type=Specific_Topic&search_directionally=1`)).toEqual([
      '←',
    ]);
  });

  it('show a relation once that holds as written and the other way round', async () => {
    const [topic, bill] = [await make('specific-topic'), await make('bill')];
    const at = (side: string, { id }: { id: number }) => `${side}_type=Specific_Topic&${side}_id=${id}`;
    const itself = { from_type: 'Specific_Topic', from_id: topic.id, to_type: 'Specific_Topic', to_id: topic.id };
    const sameNumber = { from_type: 'Bill', from_id: bill.id, to_type: unique('Kind'), to_id: bill.id };
    for (const relation of [itself, sameNumber]) await create(RELATIONS, relation);
    for (const direction of ['', '&search_directionally=true']) {
      for (const query of [at('from', topic), at('to', topic), `${at('from', topic)}&${at('to', topic)}`]) {
        const { rows, totalRowCount } = (await get(`${RELATIONS}?${query}${direction}`)).body;
        expect([rows, totalRowCount]).toEqual([[expect.objectContaining(itself)], 1]);
      }
      const { rows } = (await get(`${RELATIONS}?from_id=${bill.id}&to_id=${bill.id}${direction}`)).body;
      expect(rows.filter((row: typeof sameNumber) => row.to_type === sameNumber.to_type)).toHaveLength(1);
    }
  });
});

describe('a topic relation', () => {
  const foreign = { from_type: 'Organization', from_id: 4, to_type: 'Event', to_id: 5 };

  it('has exactly seven fields; POST adds the identifier, and full shows it', async () => {
    const description = unique('說明');
    const body = { ...foreign, is_directional: true, weight: -3, description };
    const created = await post(RELATIONS, body);
    const { id } = created.body;
    expect(id).toEqual(expect.any(Number));
    expect(created.body).toEqual({ id, ...body });
    expect(created.headers.get('location')).toBe(`${RELATIONS}/${id}`);
    expect((await get(`${RELATIONS}/${id}`)).body).toEqual(body);
    expect((await get(`${RELATIONS}/${id}?full`)).body).toMatchObject({ id, ...body });
    const ofMine = ({ rows }: Answer['body']) => rows.filter((row: typeof body) => row.description === description);
    expect(ofMine((await get(`${RELATIONS}?from_type=Organization`)).body)).toEqual([body]);
    expect(ofMine((await get(`${RELATIONS}?from_type=Organization&full`)).body)).toMatchObject([{ id, ...body }]);
    expect((await patch(`${RELATIONS}/${id}`, { weight: 2 })).body).toEqual({ id, ...body, weight: 2 });
  });

  it('needs both of its ends, and nothing else', async () => {
    expect(faultsOf(await post(RELATIONS, {}))).toEqual([
      'from_id REQUIRED',
      'from_type REQUIRED',
      'to_id REQUIRED',
      'to_type REQUIRED',
    ]);
    expect(await create(RELATIONS, foreign)).toMatchObject({
      ...foreign,
      is_directional: false,
      weight: null,
      description: null,
    });
  });

  it.each([
    ['General_Topic', 'general-topic'],
    ['Specific_Topic', 'specific-topic'],
    ['Act', 'act'],
    ['Bill', 'bill'],
    ['Vote', 'vote'],
  ])('names a %s that exists, and goes with it when it is deleted', async (type, kind) => {
    const node = await make(kind);
    const to = await create(RELATIONS, { ...foreign, to_type: type, to_id: node.id });
    const from = await create(RELATIONS, { ...foreign, from_type: type, from_id: node.id });
    const self = await create(RELATIONS, { from_type: type, from_id: node.id, to_type: type, to_id: node.id });
    const other = await create(RELATIONS, foreign);
    const paths = {
      'general-topic': 'general_topics',
      'specific-topic': 'specific_topics',
      act: 'acts',
      bill: 'rs_bills',
      vote: 'rs_votes',
    };
    expect((await del(`/console/lab/${paths[kind as keyof typeof paths]}/${node.id}`)).status).toBe(204);
    for (const { id } of [to, from, self]) expect((await get(`${RELATIONS}/${id}`)).status).toBe(404);
    expect((await get(`${RELATIONS}/${other.id}`)).status).toBe(200);
  });

  it.each(['General_Topic', 'Specific_Topic', 'Act', 'Bill', 'Vote'])(
    'refuses a %s that does not exist',
    async (type) => {
      const unknown = await post(RELATIONS, {
        from_type: type,
        from_id: 2_147_483_647,
        to_type: type,
        to_id: 2_147_483_646,
      });
      expect([unknown.status, faultsOf(unknown)]).toEqual([
        400,
        ['from_id UNKNOWN_REFERENCE', 'to_id UNKNOWN_REFERENCE'],
      ]);
    },
  );

  it('may be led to a node of another kind, which must exist', async () => {
    const [topic, act] = [await make('specific-topic'), await make('act')];
    const relation = await create(RELATIONS, { ...foreign, from_type: 'Specific_Topic', from_id: topic.id });
    const path = `${RELATIONS}/${relation.id}`;
    expect((await patch(path, { from_type: 'Act', from_id: act.id })).body).toMatchObject({
      from_type: 'Act',
      from_id: act.id,
    });
    expect(faultsOf(await patch(path, { from_type: 'Bill', from_id: 2_147_483_647 }))).toEqual([
      'from_id UNKNOWN_REFERENCE',
    ]);
    expect((await patch(path, { from_type: 'Persona', from_id: 9 })).body).toMatchObject({
      from_type: 'Persona',
      from_id: 9,
    });
    expect((await del(`/console/lab/acts/${act.id}`)).status).toBe(204);
    expect((await get(path)).body).toEqual({
      ...foreign,
      from_type: 'Persona',
      from_id: 9,
      is_directional: false,
      weight: null,
      description: null,
    });
  });
});
