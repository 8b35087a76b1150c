import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** Only files in these folders may reach into Strapi; `npm run layers` guards what they import. */
const REACHES = ['src/strapi/', 'src/plugins/newsroom/panel/strapi/'];

/** What reaches into Strapi looks like this. */
const PATTERNS = [
  /\.service\(\s*['"`]admin::/,
  /\bserviceOf\b/,
  /\.get\(\s*['"`](services|controllers|middlewares|policies|routes|auth)['"`]\)/,
  /\bplugin\([^)]*\)\??\.(routes|controllers)\b/,
  /\bdb\.metadata\b/,
  /\b(entityValidator|eventHub|actionProvider|userAbility)\b/,
  /\bunstable_\w+/,
  /\bapp\.(getPlugin|registerHook|addMiddlewares|addComponents|addFields)\(/,
  /\b(document\.(querySelector|documentElement|getElementsBy)|window\.strapi)/,
  /['"`]\/(content-manager|admin|auth)\//,
];

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

const findReaches = (text: string): string[] =>
  PATTERNS.flatMap((pattern) => pattern.exec(withoutComments(text))?.[0] ?? []);

const sources = (readdirSync(path.join(ROOT, 'src'), { recursive: true }) as string[])
  .map((name) => `src/${name.split(path.sep).join('/')}`)
  .filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name));

const isReach = (name: string): boolean => REACHES.some((folder) => name.startsWith(folder));
const read = (name: string): string => readFileSync(path.join(ROOT, name), 'utf8');

test('nothing outside src/strapi and panel/strapi reaches into Strapi', () => {
  const others = sources.filter((name) => !isReach(name));
  expect(others.length).toBeGreaterThan(500);
  expect(others.flatMap((name) => findReaches(read(name)).map((reach) => `${name}: ${reach}`))).toEqual([]);
});

test('every file there names the version that it was checked with', () => {
  expect(sources.filter((name) => isReach(name) && !/checked\s.{0,40}\d+\.\d+\.\d+/is.test(read(name)))).toEqual([]);
});

test.each([
  "strapi.service('admin::role')",
  "strapi.get('services').extend(uid, change)",
  "strapi.plugin('content-manager').routes",
  'strapi.db.metadata.get(uid)',
  'ctx.state.userAbility',
  "import { unstable_useDocument } from '@strapi/strapi/admin'",
  "app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', change)",
  "document.querySelector('main form')",
  "get('/content-manager/init')",
])('%s is such a reach', (text) => {
  expect(findReaches(text)).toHaveLength(1);
  expect(findReaches(`// ${text}`)).toEqual([]);
});
