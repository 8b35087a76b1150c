// Values that are invalid, or valid in unexpected places.
const LONE_SURROGATE = '\ud800';

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  LONE_SURROGATE,
  `abc${LONE_SURROGATE}defgh`,
  '\ufeff',
  '\u202e',
  '👩‍👩‍👧‍👦',
  '長照',
  'x'.repeat(256),
  'x'.repeat(70_000),
  "'; drop table bills; --",
  '%',
  '_',
  '\\',
  '../../../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'NaN',
  'true',
  '[object Object]',
  'admin@rostra.local',
  'editor',
  'not an address',
  'a@b.c',
  '2016-02-30',
  '2016-02-01T25:00:00Z',
  '-271822-01-01',
  '+275760-09-14',
  '0x10',
  '1e3',
  '١٢',
  'api::bill.bill',
  'plugin::users-permissions.user',
  'admin::user',
  'zh-Hant',
  'application/json',
];

const NUMBERS = [
  0,
  1,
  2,
  5,
  -1,
  -0,
  0.5,
  1e308,
  -1e308,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  9_007_199_254_740_992,
  900_001,
  900_002,
  1_467_331_200_000,
  8.64e15 + 1,
];

const OPERATORS = ['$eq', '$in', '$contains', '$null', '$between', '$not', '$or', '$and', '$jsonSupersetOf', '$nope'];
const KEYS = [
  'id',
  'documentId',
  'identifier',
  'password',
  'email',
  'username',
  'name',
  'title',
  'data',
  'ids',
  'roles',
  'role',
  'code',
  'passwordConfirmation',
  'currentPassword',
  'firstname',
  'lastname',
  'registrationToken',
  'userInfo',
  'permissions',
  'type',
  'url',
  'urls',
  'headers',
  'events',
  'lifespan',
  'description',
  'fileInfo',
  'folder',
  'parent',
  'filters',
  'sort',
  'page',
  'pageSize',
  'populate',
  'fields',
  'locale',
  'status',
  'settings',
  'layouts',
  'metadatas',
  'connect',
  'disconnect',
  'set',
  'act',
  'act_id',
  'is_law',
  'tags',
  'sponsors',
  'act_features',
  'scores',
  '__proto__',
  'constructor',
  'toString',
  'a\0b',
  LONE_SURROGATE,
  '$where',
];

const isStorable = (text) => text.isWellFormed() && !text.includes('\0');

/**
 * Texts and keys for one request. Most requests use only storable ones, since others are rejected before anything else
 * is examined.
 */
export const pickVocabulary = (random) =>
  random.chance(0.2)
    ? { texts: TEXTS, keys: KEYS }
    : { texts: TEXTS.filter(isStorable), keys: KEYS.filter(isStorable) };

/** A hostile value, nested at most `depth` deep. */
export function hostile(random, depth = 3) {
  const kind = random.below(depth > 0 ? 9 : 6);
  if (kind < 3) return random.pick(random.texts);
  if (kind < 5) return random.pick(NUMBERS);
  if (kind === 5) return random.pick([null, true, false]);
  if (kind === 6) return Array.from({ length: random.below(4) }, () => hostile(random, depth - 1));
  if (kind === 7 && random.chance(0.05)) return nest(random.pick([50, 500, 1_500]));
  return hostileObject(random, depth - 1);
}

/** An object with keys that some handler may use. */
export const hostileObject = (random, depth = 3) =>
  Object.fromEntries(
    Array.from({ length: 1 + random.below(5) }, () => [random.pick(random.keys), hostile(random, depth)]),
  );

const SMALL = ['[]', '{}', '[[]]', '1', '""', 'null', '{"a":[]}'];

/** JSON with very many small values, in a list or by key; up to what a body may have (5 MB). */
export function crowded(random) {
  const value = random.pick(SMALL);
  const bytes = random.pick([15_000, 200_000, 1_000_000, 4_800_000]);
  const hasKeys = random.chance(0.4);
  const count = Math.floor(bytes / (value.length + (hasKeys ? 11 : 1)));
  const item = hasKeys ? (index) => `"${String(index).padStart(7, 'k')}":${value}` : () => value;
  const items = Array.from({ length: count }, (_, index) => item(index)).join(',');
  const text = hasKeys ? `{${items}}` : `[${items}]`;
  return random.chance(0.2) ? text : `{${JSON.stringify(random.pick(random.keys))}:${text}}`;
}

/** Replaces, adds or removes one to three values of a body. */
export function mutate(random, body) {
  const changed = structuredClone(body);
  if (changed === null || typeof changed !== 'object') return hostile(random);
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    let place = changed;
    let key = random.pick([...Object.keys(place), random.pick(random.keys)]);
    while (
      place[key] !== null &&
      typeof place[key] === 'object' &&
      Object.keys(place[key]).length > 0 &&
      random.chance(0.6)
    ) {
      place = place[key];
      key = random.pick(Object.keys(place));
    }
    if (random.chance(0.2)) delete place[key];
    else if (key !== '__proto__') place[key] = hostile(random, 2);
  }
  return changed;
}

/** A hostile query string. */
export function hostileQuery(random, names) {
  const part = () => {
    const name = random.pick([...names, ...(random.chance(0.8) && names.length > 0 ? [] : random.keys)]);
    const value = random.pick([...random.texts, ...NUMBERS.map(String)]).slice(0, 3_000);
    const bracket = random.chance(0.4) ? `[${random.pick([...OPERATORS, ...random.keys, '0', '99999'])}]` : '';
    const nested = random.chance(0.05) ? '[a]'.repeat(random.pick([10, 200, 2_000])) : '';
    return `${encoded(name)}${bracket ? encoded(bracket) : ''}${nested}=${encoded(value)}`;
  };
  return Array.from({ length: 1 + random.below(4) }, part).join('&');
}

/** A hostile path segment. */
export function hostileSegment(random) {
  if (random.chance(0.5)) return String(random.pick(NUMBERS));
  return encoded(random.pick(random.texts).slice(0, 2_000)) || '%20';
}

const MALFORMED = ['%', '%E0%A4%A', '%00', '%ff%fe', '%ED%A0%80', '%2e%2e%2f'];

/** Percent-encodes a text; a lone surrogate becomes invalid UTF-8. */
function encoded(text) {
  try {
    return encodeURIComponent(text);
  } catch {
    return '%ED%A0%80';
  }
}

/** A malformed percent-encoding. */
export const malformedSegment = (random) => random.pick(MALFORMED);

function nest(levels) {
  let value = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}
