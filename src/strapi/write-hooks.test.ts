import path from 'node:path';
import { Script } from 'node:vm';
import { followWriteHooks, hasWriteHooks } from './write-hooks';

/** A Strapi whose subscribers and middlewares are kept in lists, and what it warns of. */
function fakeStrapi() {
  const warnings: string[] = [];
  const strapi = {
    db: {
      metadata: new Map([['api::book.book', { lifecycles: { afterUpdate: () => undefined } }]]),
      lifecycles: { subscribe: (_: unknown) => () => undefined },
    },
    documents: { use: (each: unknown) => each },
    log: { warn: (text: string) => warnings.push(text) },
  };
  followWriteHooks(strapi as never);
  return { strapi, warnings };
}

/** Runs code as if it stood in this file. */
const runIn = (file: string, code: string, strapi: object): unknown =>
  new Script(code, { filename: path.resolve(file) }).runInThisContext()(strapi);

const FOREIGN = 'node_modules/strapi-plugin-diary/server/index.js';

it.each([
  ['(strapi) => strapi.documents.use(() => undefined)', 'documents.use'],
  ['(strapi) => strapi.db.lifecycles.subscribe({ beforeUpdate() {} })', 'db.lifecycles'],
  ['(strapi) => strapi.db.lifecycles.subscribe(() => undefined)', 'db.lifecycles'],
])('names the file of %s', (code, what) => {
  const { strapi, warnings } = fakeStrapi();
  runIn(FOREIGN, code, strapi);
  expect(warnings).toEqual([expect.stringMatching(`strapi-plugin-diary/server/index.js:1: .*${what}`)]);
});

it.each([
  [FOREIGN, '(strapi) => strapi.db.lifecycles.subscribe({ afterUpdate() {}, models: ["api::tag.tag"] })'],
  ['node_modules/@strapi/i18n/dist/server/bootstrap.js', '(strapi) => strapi.documents.use(() => undefined)'],
  ['dist/src/plugins/rostra/server/src/store/strapi.js', '(strapi) => strapi.documents.use(() => undefined)'],
])('does not warn of what is called after the commit, or belongs here: %s', (file, code) => {
  const { strapi, warnings } = fakeStrapi();
  runIn(file, code, strapi);
  expect(warnings).toEqual([]);
});

it('knows the hooks that a content type declares', () => {
  fakeStrapi();
  expect(hasWriteHooks('afterUpdate', 'api::book.book')).toBe(true);
  expect(hasWriteHooks('afterUpdate', 'api::shelf.shelf')).toBe(false);
});

it('knows the hooks of each content type until they unsubscribe', () => {
  const { strapi } = fakeStrapi();
  const end = strapi.db.lifecycles.subscribe({ afterCreate: () => undefined, models: ['api::book.book'] });
  const known = () => [
    hasWriteHooks('afterCreate', 'api::book.book'),
    hasWriteHooks('afterDelete', 'api::book.book'),
    hasWriteHooks('afterCreate', 'api::shelf.shelf'),
  ];
  expect(known()).toEqual([true, false, false]);
  end();
  expect(known()).toEqual([false, false, false]);
});
