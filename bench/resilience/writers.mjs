// Writers that own records, change them continuously, and remember every acknowledgement.
import { sendJson } from '../support/http.mjs';

const BILLS = '/console/lab/rs_bills';
const TAGS = '/console/lab/rs_tags';
const STEP_MS = 86_400_000;

/** Updates a bill continuously: its text, nested rows and tags all carry the same count. */
export function makeWriter(service, headers, name, referenced) {
  const state = { bill: undefined, acknowledged: -1, sent: -1, tags: new Map(), answers: {}, unexpected: [] };
  let isStopped = false;

  const call = async (method, address, body) => {
    try {
      const answer = await fetch(`${service.url}${address}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await answer.text();
      state.answers[answer.status] = (state.answers[answer.status] ?? 0) + 1;
      if (answer.status >= 500 && answer.status !== 503)
        state.unexpected.push(`${answer.status} ${text.slice(0, 300)}`);
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    } catch {
      // The process was killed; the write may or may not be stored.
      state.answers.unanswered = (state.answers.unanswered ?? 0) + 1;
      return undefined;
    }
  };

  const write = async () => {
    if (state.bill === undefined) {
      const made = await call('POST', BILLS, bodyOf(0, referenced, name));
      if (made?.status === 201) Object.assign(state, { bill: made.body.id, acknowledged: 0, sent: 0 });
      return;
    }
    state.sent += 1;
    const count = state.sent;
    const changed = await call('PATCH', `${BILLS}/${state.bill}`, bodyOf(count, referenced, name));
    if (changed?.status === 200) state.acknowledged = count;
    if (count % 5 === 0) await tag(count);
  };

  /** Creates a tag or deletes one; deleted tags must not reappear. */
  const tag = async (count) => {
    const [first] = [...state.tags].filter(([, state]) => state === 'stored').map(([id]) => id);
    if (first !== undefined && count % 10 === 0) {
      state.tags.set(first, 'unknown');
      if ((await call('DELETE', `${TAGS}/${first}`))?.status === 204) state.tags.set(first, 'deleted');
      return;
    }
    const made = await call('POST', TAGS, { name: `${name}-${count}` });
    if (made?.status === 201) state.tags.set(made.body.id, 'stored');
  };

  const running = (async () => {
    while (!isStopped) {
      await write();
      if (service.isDown) await service.isUp;
    }
  })();
  const stop = () => {
    isStopped = true;
    return running;
  };
  return { state, stop };
}

/** The content of a bill at a count, which must be stored completely or not at all. */
function bodyOf(count, { act, steps, direction }, name) {
  return {
    act_id: act,
    is_law: false,
    version_no: `${name} ${count}`,
    content: `${count} `.repeat(200),
    legislative_steps: Array.from({ length: 1 + (count % 4) }, (_, index) => ({
      date: STEP_MS * (count + index),
      legislative_step_id: steps[(count + index) % steps.length],
    })),
    act_features: [{ ...direction, short_content: `${count}`, content: `${count}` }],
    tags: [`even or odd ${count % 2}`],
  };
}

/** Compares the stored data with the acknowledged writes; returns every inconsistency as text. */
export async function findInconsistencies(service, headers, { state }, name, referenced) {
  const found = [...state.unexpected];
  if (state.bill === undefined) return found;
  const read = async (address) => {
    const answer = await fetch(`${service.url}${address}`, { headers });
    return { status: answer.status, body: answer.status === 200 ? await answer.json() : undefined };
  };
  const { status, body } = await read(`${BILLS}/${state.bill}`);
  if (status !== 200) return [...found, `bill ${state.bill} was acknowledged but returns ${status}`];
  const count = Number(body.version_no.split(' ').at(-1));
  if (count < state.acknowledged)
    found.push(`bill ${state.bill}: ${state.acknowledged} was acknowledged, but ${count} is stored`);
  if (count > state.sent) found.push(`bill ${state.bill}: ${count} is stored, but ${state.sent} was the last sent`);
  const expected = bodyOf(count, referenced, name);
  const isWhole =
    body.content === expected.content &&
    JSON.stringify(body.legislative_steps) === JSON.stringify(expected.legislative_steps) &&
    body.act_features[0]?.content === `${count}` &&
    body.tags.length === 1;
  if (!isWhole) found.push(`bill ${state.bill} is half-written at ${count}: ${JSON.stringify(body).slice(0, 400)}`);
  for (const [id, expectedState] of state.tags) {
    const { status: now } = await read(`${TAGS}/${id}`);
    if (expectedState === 'stored' && now !== 200) found.push(`tag ${id} was acknowledged but returns ${now}`);
    if (expectedState === 'deleted' && now !== 404) found.push(`tag ${id} was deleted but returns ${now}`);
  }
  return found;
}

/** Creates the records that the bills of the writers refer to. */
export async function createReferencedRecords(service, headers) {
  const create = (address, body) => sendJson('POST', `${service.url}${address}`, body, headers);
  const topic = await create('/console/lab/specific_topics', {
    title: 'trial',
    index: 1,
    description: 'trial',
    general_topics: [],
    act_dirs: [{ name: 'trial', index: 1 }],
  });
  const act = await create('/console/lab/acts', { title: 'trial', official_seq_no: '1', specific_topics: [topic.id] });
  const steps = [];
  for (const name of ['a', 'b', 'c']) steps.push((await create('/console/lab/legislative_steps', { name })).id);
  const act_dir_id = topic.act_dirs[0].id;
  const feature = await create('/console/lab/act_features', {
    st: topic.id,
    act: act.id,
    act_dir: act_dir_id,
    feature: 'trial',
  });
  return { act: act.id, steps, direction: { st_id: topic.id, act_dir_id, act_feature_id: feature.id } };
}
