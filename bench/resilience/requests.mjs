// Hostile requests for every interface: the operations of the API, Strapi's routes, and connections with malformed
// HTTP.
import {
  crowded,
  hostile,
  hostileObject,
  hostileQuery,
  hostileSegment,
  malformedSegment,
  mutate,
  pickVocabulary,
} from './hostile.mjs';

/** Routes that would break the run itself: they end sessions or delete what all requests need. */
const EXCLUDED =
  /^\/admin\/(logout|users\/(me|batch-delete)|users\/:id|roles|transfer)|^\/_health|^\/users-permissions\/(advanced|roles|providers)/;

/** The interfaces to attack, each as often as its share in twentieths. */
const SURFACES = Object.entries({ ours: 8, api: 3, admin: 2, 'content-manager': 3, plugins: 3, bytes: 1 }).flatMap(
  ([surface, share]) => Array.from({ length: share }, () => surface),
);

const USERS = ['editor', 'editor', 'admin', 'admin', 'panelEditor', 'citizen', 'nobody'];
const CONTENT_TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=nope',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/vnd.api+json',
  '',
];

/** Returns a function that makes requests: {surface, method, address, headers, body, user} or {surface, bytes}. */
export function requestGenerator(random, routes, description) {
  const targets = targetsOf(routes, description);
  return () => {
    const surface = random.pick(SURFACES);
    if (surface === 'bytes') return { surface: 'bytes', bytes: malformedBytes(random) };
    return { surface, ...requestFor({ ...random, ...pickVocabulary(random) }, random.pick(targets[surface])) };
  };
}

function targetsOf(routes, description) {
  const ours = Object.entries(description.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => /^(get|post|patch|delete)$/.test(method))
      // Operations of history work together: what one has deleted another restores.
      .flatMap((each) => (/history|restore|changes|deleted/.test(path) ? [each, each] : [each]))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        names: (operation.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name),
        body: exampleOf(operation),
      })),
  );
  const others = routes
    .filter(({ path }) => !EXCLUDED.test(path) && !/^\/api\/(console|comp|citizen|c0ngress)/.test(path))
    .map((route) => ({
      ...route,
      names: ['filters', 'sort', 'page', 'pageSize', '_q', 'populate', 'locale', 'status'],
    }));
  const below = (prefix) => others.filter(({ path }) => path.startsWith(prefix));
  const named = ['/api/', '/admin/', '/content-manager/'];
  return {
    ours,
    api: below('/api/'),
    admin: below('/admin/'),
    'content-manager': below('/content-manager/'),
    plugins: others.filter(({ path }) => !named.some((prefix) => path.startsWith(prefix))),
  };
}

function exampleOf({ requestBody }) {
  const content = requestBody?.content?.['application/json'];
  return content?.example ?? Object.values(content?.examples ?? {})[0]?.value;
}

const MODELS = [
  'api::bill.bill',
  'api::vote.vote',
  'api::tag.tag',
  'plugin::users-permissions.user',
  'api::nope.nope',
  'admin::user',
];
/** Changes up to this one are asked for; a run makes more. */
const MAX_CHANGE = 3_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'TRACE'];

function requestFor(random, { method, path, names, body }) {
  const address = path
    .replaceAll(/:(model|uid|contentType|componentUid)\b/g, () => encodeURIComponent(random.pick(MODELS)))
    .replaceAll(/:change\b/g, () => (random.chance(0.7) ? 1 + random.below(MAX_CHANGE) : hostileSegment(random)))
    .replaceAll(/:(\w+)(\([^)]*\))?\??/g, () =>
      random.chance(0.03) ? malformedSegment(random) : hostileSegment(random),
    )
    .replaceAll(/\([^)]*\)/g, () => hostileSegment(random));
  const query = queryFor(random, names);
  const long = random.chance(0.005)
    ? `${query ? '&' : '?'}long=${'x'.repeat(random.pick([8_000, 20_000, 60_000]))}`
    : '';
  const used = random.chance(0.03) ? random.pick(METHODS) : method;
  return {
    method: used,
    address: `${address}${query}${long}`,
    user: random.pick(USERS),
    headers: headersFor(random),
    body: ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(used) ? undefined : bodyFor(random, body),
  };
}

function queryFor(random, names) {
  if (names.includes('change') && random.chance(0.3)) return `?change=${1 + random.below(MAX_CHANGE)}`;
  if (names.includes('since') && random.chance(0.3)) return `?since=${random.below(MAX_CHANGE)}`;
  return random.chance(0.6) ? `?${hostileQuery(random, names)}` : '';
}

function headersFor(random) {
  // Use a separate address per request, so that rate limits do not hide what is behind them.
  const sender = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`;
  const headers = {
    'x-forwarded-for': sender,
    'content-type': random.chance(0.9) ? CONTENT_TYPES[0] : random.pick(CONTENT_TYPES),
  };
  if (random.chance(0.05)) headers['if-none-match'] = random.pick(['*', '"', 'W/"x"', '"x", "y"']);
  if (random.chance(0.05)) headers['if-match'] = random.pick(['*', '"nope"', 'W/', '']);
  if (random.chance(0.05)) headers['accept-encoding'] = random.pick(['br', 'gzip;q=9', '*', 'identity;q=0', ';;;']);
  if (random.chance(0.05)) headers.accept = random.pick(['text/html', '*/*;q=x', 'application/xml', ',']);
  if (random.chance(0.03)) headers['content-encoding'] = random.pick(['gzip', 'br', 'nope']);
  if (random.chance(0.03)) headers.origin = random.pick(['null', 'http://evil.example', 'x']);
  if (random.chance(0.02)) headers['x-request-id'] = random.pick(['x'.repeat(5_000), '<', '{}']);
  if (random.chance(0.02))
    headers.traceparent = random.pick(['00-x-y-z', '', '00-00000000000000000000000000000000-0000000000000000-00']);
  if (random.chance(0.02))
    headers.authorization = random.pick(['Bearer ', 'Bearer a.b.c', 'Basic x', `Bearer ${'x'.repeat(5_000)}`]);
  if (random.chance(0.02))
    headers.cookie = random.pick(['jwtToken=x', 'strapi_admin_refresh=x.y.z', '=;=;=', 'x'.repeat(5_000)]);
  return headers;
}

function bodyFor(random, example) {
  if (random.chance(0.01)) return crowded(random);
  if (random.chance(0.04))
    return random.pick(['', '{', '[', '"', 'null', '1', '{"a":', '{"a":1}}', '\u{1f600}', '['.repeat(20_000)]);
  if (random.chance(0.02)) return Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
  if (example?.change !== undefined && random.chance(0.5)) return JSON.stringify(restoreOf(random));
  if (example !== undefined && random.chance(0.8)) return JSON.stringify(mutate(random, example));
  return JSON.stringify(random.chance(0.9) ? hostileObject(random) : hostile(random));
}

/** A body that restores a record, mostly one that is accepted. */
const restoreOf = (random) => ({
  change: 1 + random.below(MAX_CHANGE),
  conflicts: random.pick(['refuse', 'overwrite', 'keep']),
  missing: random.pick(['refuse', 'restore', 'omit']),
  note: random.pick(random.texts),
  ...(random.chance(0.2) ? { fields: [random.pick(random.keys)] } : {}),
});

/** Bytes for a raw connection. */
function malformedBytes(random) {
  const target = random.pick(['/console/lab/rs_tags', '/api/auth/local', '/admin/login', '/']);
  return random.pick([
    `GET ${target} HTTP/1.1\r\n\r\n`,
    `GET ${target}?name=婚 HTTP/1.1\r\nhost: x\r\n\r\n`,
    `POST ${target} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a"`,
    `POST ${target} HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n`,
    `POST ${target} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n`,
    `POST ${target} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`,
    `GET ${target} HTTP/9.9\r\nhost: x\r\n\r\n`,
    `NOPE ${target} HTTP/1.1\r\nhost: x\r\n\r\n`,
    `GET ${'/x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    `GET ${target} HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
    `GET ${target} HTTP/1.1\r\nhost: x\r\n bad: folded\r\n\r\n`,
    `GET ${target} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n`,
    '\x16\x03\x01\x02\x00\x01\x00',
    '\0\0\0\0',
    '\r\n\r\n\r\n',
  ]);
}
