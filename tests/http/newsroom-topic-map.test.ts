import { create, send, sql, statements, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { documentOf } from '../support/panel';
import { createPanelUser, readPermission } from '../support/panel-users';

const MAP = '/newsroom/topic-map';

type Node = { key: string; kind: string; number: number; documentId: string; title: string; date: string | null };
type Row = Record<string, unknown>;
interface TopicMap {
  nodes: Node[];
  memberships: Row[];
  relations: Row[];
}

const EDITOR = { authorization: `Bearer ${testService.tokens.panelEditor}` };

const read = async (options = EDITOR): Promise<TopicMap> => (await send('GET', MAP, undefined, options)).body;

/** Creates a user who may read only these fields of these content types. */
const reader = (readable: Record<string, string[]>, ...actions: string[]) =>
  createPanelUser([
    ...Object.entries(readable).map(([subject, fields]) => readPermission(subject, fields)),
    ...actions.map((action) => ({ action })),
  ]);

const MAP_ACTION = 'plugin::newsroom.topic-map';

describe('the topic map', () => {
  let topic: Row;
  let general: Row;
  let act: Row;
  let vote: Row;
  let relation: Row;
  let other: Row;
  const strange = unique('Petition');

  beforeAll(async () => {
    topic = await make('specific-topic', { title: unique('子題') });
    general = await make('general-topic', { title: unique('母題'), specific_topics: [topic.id] });
    act = await make('act', { title: unique('法'), specific_topics: [topic.id] });
    vote = await make('vote', { title: unique('表決'), date: Date.UTC(2016, 1, 19) });
    const path = '/console/lab/topic_relations';
    relation = await create(`${path}?full`, {
      from_type: 'General_Topic',
      from_id: general.id,
      to_type: 'Act',
      to_id: act.id,
      is_directional: true,
      weight: 4,
      description: '主要法源',
    });
    other = await create(`${path}?full`, { from_type: strange, from_id: 3, to_type: 'Vote', to_id: vote.id });
  });

  it('is for people of the panel who may open it', async () => {
    expect((await send('GET', MAP, undefined, { as: 'public' })).status).toBe(401);
    expect((await send('GET', MAP, undefined, { as: 'editor' })).status).toBe(401);
    const stranger = await reader({ 'api::act.act': ['title', 'specific_topics'] });
    expect((await send('GET', MAP, undefined, stranger)).status).toBe(403);
    expect((await send('GET', MAP, undefined, { as: 'admin' })).status).toBe(200);
    expect((await send('GET', MAP, undefined, EDITOR)).status).toBe(200);
  });

  it('has the topics, the acts, what belongs together and the relations', async () => {
    const { nodes, memberships, relations } = await read();
    const node = (key: string) => nodes.filter((each) => each.key === key);
    expect(node(`act:${act.id}`)).toEqual([
      {
        key: `act:${act.id}`,
        kind: 'act',
        number: act.id,
        documentId: await documentOf('acts', act.id as number),
        title: act.title,
        date: null,
      },
    ]);
    expect(node(`vote:${vote.id}`)).toMatchObject([{ kind: 'vote', title: vote.title, date: '2016-02-19' }]);
    expect(node(`other:${strange}:3`)).toEqual([
      { key: `other:${strange}:3`, kind: 'other', number: 3, documentId: null, title: strange, date: null },
    ]);
    expect(memberships).toEqual(
      expect.arrayContaining([
        { from: `general-topic:${general.id}`, to: `specific-topic:${topic.id}` },
        { from: `act:${act.id}`, to: `specific-topic:${topic.id}` },
      ]),
    );
    expect(relations.filter(({ from }) => from === `general-topic:${general.id}`)).toEqual([
      {
        number: expect.any(Number),
        documentId: expect.any(String),
        from: `general-topic:${general.id}`,
        to: `act:${act.id}`,
        isDirectional: true,
        weight: 4,
        description: '主要法源',
      },
    ]);
    expect(relations.filter(({ from }) => from === `other:${strange}:3`)).toMatchObject([
      { to: `vote:${vote.id}`, isDirectional: false, weight: null },
    ]);
    expect([relation, other]).toHaveLength(2);
  });

  it('has bills and votes only where a relation names them, and every end of what it has', async () => {
    const lone = await make('vote');
    const { nodes, memberships, relations } = await read();
    const keys = new Set(nodes.map(({ key }) => key));
    expect(keys.size).toBe(nodes.length);
    expect(keys.has(`vote:${lone.id}`)).toBe(false);
    for (const { from, to } of [...memberships, ...relations])
      expect([keys.has(from as string), keys.has(to as string)]).toEqual([true, true]);
  });

  it('leaves out what somebody may not read', async () => {
    const bill = await make('bill');
    const ends = { from_type: 'General_Topic', from_id: general.id, to_type: 'Bill', to_id: bill.id };
    await create('/console/lab/topic_relations', ends);
    const fields = Object.keys(
      (await send('GET', '/content-manager/content-types', undefined, { as: 'admin' })).body.data.find(
        ({ uid }: { uid: string }) => uid === 'api::topic-relation.topic-relation',
      ).attributes,
    );
    const some = await reader(
      {
        'api::general-topic.general-topic': ['title', 'specific_topics'],
        'api::specific-topic.specific-topic': ['title'],
        'api::bill.bill': ['date'],
        'api::vote.vote': ['date'],
        'api::topic-relation.topic-relation': fields,
      },
      MAP_ACTION,
    );
    const { nodes, memberships, relations } = await read(some);
    expect([...new Set(nodes.map(({ kind }) => kind))].sort()).toEqual(['general-topic', 'other', 'specific-topic']);
    expect(memberships).toContainEqual({ from: `general-topic:${general.id}`, to: `specific-topic:${topic.id}` });
    expect(memberships.filter(({ from }) => String(from).startsWith('act:'))).toEqual([]);
    expect(
      relations.filter(({ from, to }) => /^(act|vote|bill):/.test(`${from}`) || /^(act|vote|bill):/.test(`${to}`)),
    ).toEqual([]);
  });

  it('has no relations, nor records that only they name, for people who may not read all their fields', async () => {
    const some = await reader(
      {
        'api::act.act': ['title'],
        'api::vote.vote': ['title', 'date'],
        'api::topic-relation.topic-relation': ['weight'],
      },
      MAP_ACTION,
    );
    const { nodes, memberships, relations } = await read(some);
    expect([...new Set(nodes.map(({ kind }) => kind))]).toEqual(['act']);
    expect([memberships, relations]).toEqual([[], []]);
  });

  it('costs as many statements whatever its size', async () => {
    await read();
    const before = await statements(() => read());
    const topics = await Promise.all(Array.from({ length: 12 }, () => make('specific-topic')));
    await make('act', { specific_topics: topics.map(({ id }) => id) });
    expect(await statements(() => read())).toBe(before);
    const calls = async () => {
      const [row] = await sql(
        `select sum(calls)::int as calls from pg_stat_statements where query like '%as "isDirectional"%' and query not like '%pg_stat_statements%'`,
      );
      return row?.calls as number;
    };
    const callsBefore = await calls();
    await read();
    expect((await calls()) - callsBefore).toBe(1);
    // Strapi reads the session, the person, their roles and permissions; the map is one statement.
    expect(before).toBeLessThanOrEqual(12);
  });
});
