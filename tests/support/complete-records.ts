import type { Resource } from '../../src/plugins/rostra/server/src/resource/resource';
import { resources } from '../../src/resources';
import { type Answer, create } from './client';
import { completeBody, itemOf, keyOf, make } from './factory';

type Body = Record<string, unknown>;

/** Creates a record of every resource with a value in each field, two nested rows if it has any, and the records it refers to. */
export async function createCompleteRecords(): Promise<void> {
  for (const resource of resources) {
    const nested = (await NESTED[resource.kind]?.()) ?? {};
    await create(resource.paths.create, { ...(await completeBody(resource)), ...nested });
  }
}

/** Returns the paths of a resource's list and of all its records, each with and without `?full`. */
export async function pathsOf(resource: Resource, read: (path: string) => Promise<Answer['body']>): Promise<string[]> {
  const { rows } = (await read(`${resource.paths.list}?all&full`)) as { rows: Body[] };
  const items = rows.flatMap((row) => [itemOf(resource, row), `${itemOf(resource, row)}?full`]);
  return [`${resource.paths.list}?all`, `${resource.paths.list}?all&full`, ...items];
}

const id = async (kind: string): Promise<number> => (await make(kind)).id as number;

const DATES = { start_date: 1_454_284_800_000, end_date: 1_464_739_200_000 };

/** Nested rows, by the kind of the record; never in the order of the records they refer to. */
const NESTED: Record<string, () => Promise<Body>> = {
  term: async () => {
    const [first, second] = [await id('party'), await id('party')];
    const session = { ...DATES, temp_session_index: 0 };
    const district = { abbreviation: '北', zone_name: '北區' };
    return {
      parties: [second, first],
      sessions: [
        { ...session, session_index: 2 },
        { ...session, session_index: 1 },
      ],
      caucuses: [
        { caucus: await id('caucus'), parties: [second, first] },
        { caucus: await id('caucus'), parties: [] },
      ],
      districts: [
        { ...district, name: '第二選區', index: 2 },
        { ...district, name: '第一選區', index: 1 },
      ],
    };
  },
  rep: async () => {
    const party = { start_date: '1969-12-31T23:59:59.999Z', officer_title: '團長', note: '註' };
    return {
      parties: [
        { ...party, term_index: 9, party: await id('party'), caucus: await id('caucus') },
        { ...party, term_index: 8, party: await id('party'), caucus: null },
      ],
      terms: [
        { term_index: 9, change_type: '遞補', district_name: '第一選區', duty: '院長', note: '註' },
        { term_index: 8, change_date: '2012-02-01T00:00:00.123Z' },
      ],
      sessions: [
        { term_index: 9, session_index: 2, committee_name: '內政', is_convener: true },
        { term_index: 9, session_index: 1, committee_name: '財政', is_convener: false },
      ],
    };
  },
  'specific-topic': async () => ({
    act_dirs: [
      { name: '方向二', index: 2 },
      { name: '方向一', index: 1 },
    ],
    st_questions: [
      { question: '問二', index: 2 },
      { question: '問一', index: 1 },
    ],
  }),
  'act-feature': async () => ({
    scale: [
      { score: 2, description: '二' },
      { score: -1, description: '負一' },
    ],
  }),
  bill: async () => {
    const feature = { short_content: '短', content: '長\n長' };
    return {
      sponsors: [await id('rep'), await id('rep')].reverse(),
      tags: [await id('tag'), await id('tag')].reverse(),
      legislative_steps: [
        { date: -1, legislative_step_id: await id('legislative-step') },
        { date: 1_454_284_800_123, legislative_step_id: await id('legislative-step') },
      ],
      st_questions: [{ st_question_id: await id('st-question'), position: '贊成' }],
      act_features: [
        { ...feature, act_dir_id: await id('act-dir'), act_feature_id: await id('act-feature') },
        { ...feature, act_dir_id: await id('act-dir'), act_feature_id: await id('act-feature') },
      ],
    };
  },
  'bill-data-set': async () => {
    const [bills, features] = [
      [await id('bill'), await id('bill')],
      [await id('act-feature'), await id('act-feature')],
    ];
    const scored = features.map((feature, score) => ({ act_feature_id: feature, score }));
    return {
      bill_ids: bills,
      act_feature_ids: features,
      scores: bills.map((bill) => ({ bill_id: bill, score_per_act_feature: scored })),
    };
  },
  'data-report': async () => ({
    figures: [
      { id: await id('figure'), index: 2 },
      { id: await id('figure'), index: 1 },
    ],
  }),
  timeline: async () => ({ events: [await id('timeline-event'), await id('timeline-event')] }),
  'topic-overview': async () => ({
    related_links: [
      { type: 'bill', url: 'https://ly.example/2', title: '二' },
      { type: 'act', url: 'https://ly.example/1', title: '一' },
    ],
  }),
};

/** Creates records and deletes some, including the one with the highest identifier of each resource. Returns those identifiers. */
export async function createGaps(remove: (path: string) => Promise<Answer>): Promise<Map<Resource, number>> {
  const highest = new Map<Resource, number>();
  const removals: { resource: Resource; record: Answer['body'] }[] = [];
  // Creating a record also creates the records it refers to, so the resources that others refer to come last.
  for (const resource of [...resources].reverse()) {
    const { kind, operations } = resource;
    const made = [await make(kind), await make(kind), await make(kind)];
    highest.set(resource, keyOf(resource, made.at(-1)));
    if (operations.includes('remove')) for (const record of [made[0], made[2]]) removals.push({ resource, record });
  }
  for (const { resource, record } of removals) {
    const answer = await remove(itemOf(resource, record, 'remove'));
    if (answer.status !== 204) throw new Error(`${resource.name}: ${answer.status} ${answer.text}`);
  }
  return highest;
}
