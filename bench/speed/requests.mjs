// The requests of a case for benchCase contestant.
import { isDeepStrictEqual } from 'node:util';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Builds the requests of a case by contestant, after checking that ours and the bare server answer the same. */
export async function requestsOf(benchCase, { ours, uncached, bare, stock }, { editor, token }) {
  const extraHeaders = benchCase.isConditional
    ? { 'if-none-match': (await ask(ours.url, editor, benchCase)).etag }
    : benchCase.headers;
  const status = benchCase.status ?? (benchCase.isConditional ? 304 : 200);
  const requestTo = (url, headers, next = benchCase.next) => ({
    url,
    headers: { ...headers, ...extraHeaders, ...(next ? JSON_TYPE : {}) },
    method: benchCase.isWrite ? next().method : 'GET',
    path: benchCase.path ?? '/',
    status,
    next,
  });
  const { bytes, answer } = await assertSameAnswer(benchCase, ours, uncached, bare, editor);
  // The bare server has its own entity tags.
  const tagOfBare = benchCase.isConditional ? { 'if-none-match': `"${(await tagOf(bare.url, benchCase)) ?? ''}"` } : {};
  return {
    bytes,
    ours: requestTo(ours.url, editor),
    ...(benchCase.isWrite ? {} : { uncached: requestTo(uncached.url, editor) }),
    bare: { ...requestTo(bare.url, {}), ...(benchCase.isConditional ? { headers: tagOfBare } : {}) },
    stock: {
      ...requestTo(stock.url, token, benchCase.stockNext),
      ...(benchCase.isConditional ? { headers: token, status: 200 } : {}),
      ...(benchCase.isWrite ? {} : { path: benchCase.stock }),
    },
    floor: {
      url: bare.url,
      method: 'GET',
      path: '/constant',
      headers: extraHeaders,
      status: benchCase.isConditional ? 304 : 200,
      before: () => fetch(`${bare.url}/constant`, { method: 'PUT', body: answer }),
    },
  };
}

/** Throws unless the servers answer the same, since a comparison would be meaningless. */
async function assertSameAnswer(benchCase, ours, uncached, bare, editor) {
  const body = benchCase.isWrite ? benchCase.next() : benchCase;
  const answers = [];
  for (const server of [ours, ...(benchCase.isWrite ? [] : [uncached]), bare])
    answers.push(await ask(server.url, editor, body));
  const [first, ...others] = answers;
  for (const other of others) {
    if (!isDeepStrictEqual(contentOf(other, benchCase), contentOf(first, benchCase)))
      throw new Error(
        `${benchCase.name}: different answers:\n${first.text.slice(0, 500)}\n${other.text.slice(0, 500)}`,
      );
  }
  return { answer: first.text, bytes: Buffer.byteLength(first.text) };
}

/** Ignores the id of a created record. */
function contentOf({ text }, { isWrite, status }) {
  const { id, ...others } = JSON.parse(text);
  return isWrite && status === 201 ? others : { id, ...others };
}

async function tagOf(url, { path }) {
  const answer = await fetch(`${url}${path}`, { headers: { 'if-none-match': '"none"' } });
  await answer.arrayBuffer();
  return answer.headers.get('etag')?.replaceAll('"', '');
}

async function ask(url, headers, { method = 'GET', path, body }) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body ? JSON_TYPE : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}${path}: ${answer.status} ${text.slice(0, 500)}`);
  return { text, etag: answer.headers.get('etag') };
}
