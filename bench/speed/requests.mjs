// The requests of a case for each contestant.
import { isDeepStrictEqual } from 'node:util';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Builds the requests of a case by contestant, after checking that ours and the bare server answer the same. */
export async function requestsOf(each, { ours, uncached, bare, stock }, { editor, token }) {
  const own = each.isUnchanged ? { 'if-none-match': (await ask(ours.url, editor, each)).etag } : each.headers;
  const status = each.status ?? (each.isUnchanged ? 304 : 200);
  const requestTo = (url, headers, next = each.next) => ({
    url,
    headers: { ...headers, ...own, ...(next ? JSON_TYPE : {}) },
    method: each.isWrite ? next().method : 'GET',
    path: each.path ?? '/',
    status,
    next,
  });
  const { bytes, answer } = await sameAnswer(each, ours, uncached, bare, editor);
  // The bare server has its own entity tags.
  const tagOfBare = each.isUnchanged ? { 'if-none-match': `"${(await tagOf(bare.url, each)) ?? ''}"` } : {};
  return {
    bytes,
    ours: requestTo(ours.url, editor),
    ...(each.isWrite ? {} : { uncached: requestTo(uncached.url, editor) }),
    bare: { ...requestTo(bare.url, {}), ...(each.isUnchanged ? { headers: tagOfBare } : {}) },
    stock: {
      ...requestTo(stock.url, token, each.stockNext),
      ...(each.isUnchanged ? { headers: token, status: 200 } : {}),
      ...(each.isWrite ? {} : { path: each.stock }),
    },
    floor: {
      url: bare.url,
      method: 'GET',
      path: '/constant',
      headers: own,
      status: each.isUnchanged ? 304 : 200,
      before: () => fetch(`${bare.url}/constant`, { method: 'PUT', body: answer }),
    },
  };
}

/** Throws unless the servers answer the same, since a comparison would be meaningless. */
async function sameAnswer(each, ours, uncached, bare, editor) {
  const body = each.isWrite ? each.next() : each;
  const answers = [];
  for (const server of [ours, ...(each.isWrite ? [] : [uncached]), bare])
    answers.push(await ask(server.url, editor, body));
  const [first, ...others] = answers;
  for (const other of others) {
    if (!isDeepStrictEqual(contentOf(other, each), contentOf(first, each)))
      throw new Error(`${each.name}: different answers:\n${first.text.slice(0, 500)}\n${other.text.slice(0, 500)}`);
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
