import path from 'node:path';
import { setStrapi } from '../plugins/rostra/server/src/store/strapi';
import { distDir } from '../runtime/paths';
import { wrapAction } from './actions';
import { allowAnyLength, assertAnyLength } from './any-length';
import { endTokensWithSessions } from './api-sessions';
import { readBodiesStrictly } from './body-parser';
import { awaitCommits } from './commits';
import { assertCompiledMigrations, runWithoutCompiler } from './compiler';
import { connectionOf } from './connection';
import { addContentManagerMiddleware } from './content-manager-routes';
import { removeBuilderRoutes } from './content-type-builder';
import { answerDatabaseFailures } from './database-failures';
import { skipUnusedEventReads } from './events';
import { requirePasswordChange } from './first-passwords';
import { nameRequestsInLog } from './log-fields';
import { wrapMailSending } from './mail';
import { assertTables, metadata } from './metadata';
import { abilityFrom, replaceAbilities } from './panel-abilities';
import { panelLayouts } from './panel-layouts';
import { permissionsWithAllFields, registerPanelActions, removePanelAction } from './panel-permissions';
import { panelRoles } from './panel-roles';
import { preparePanelSessions } from './panel-session';
import { strapiPool } from './pool';
import { publishLinks } from './public-links';
import { replaceRateLimits } from './rate-limits';
import { strapiRouter } from './router';
import { mountRoutes } from './routes';
import { replaceSearch } from './search';
import { secureCookies } from './secure-cookies';
import { omitSettledSteps } from './settled-starts';
import { endAtSignals } from './signals';
import { endSilentConnections } from './silent-connections';
import { awaitCommit, tellOutcomes } from './transfer-commits';
import { keepFirstPasswords } from './transfer-first-passwords';
import { writeLinksInBatches } from './transfer-links';
import { reportLogFile } from './transfer-log';
import { keepUploadsInPlace } from './transfer-uploads';
import { trustProxies } from './trusted-proxies';
import { watchPanel } from './vite-panel';
import { omitFromWebhooks } from './webhook-addresses';
import { traceWebhooks } from './webhook-trace';
import { followWriteHooks } from './write-hooks';

const NONE = /^This version of Strapi has no /;
const nothing = () => undefined;
const step = async () => undefined;
const publishLinkOf = (strapi: never) => publishLinks(strapi, 'https://rostra.example');

describe('the start fails with a Strapi that lacks', () => {
  test('rate limits of the known names', () => {
    const registry = new Map<string, unknown>([
      ['plugin::users-permissions.rateLimit', nothing],
      ['admin::rateLimit', nothing],
      ['plugin::email.rateLimit', nothing],
    ]);
    const limit = async () => undefined;
    replaceRateLimits({ get: () => registry }, limit);
    expect([...registry.values()].map((factory) => (factory as () => unknown)())).toEqual([limit, limit, limit]);
    registry.delete('admin::rateLimit');
    expect(() => replaceRateLimits({ get: () => registry }, limit)).toThrow(NONE);
  });

  test('the compiler of its own commands', () => {
    const compileStrapi = async () => ({ appDir: '', distDir: '' });
    expect(() => runWithoutCompiler({ folder: '/nowhere', core: {} })).toThrow(NONE);
    expect(() => runWithoutCompiler({ folder: '/nowhere', core: { compileStrapi } })).toThrow(NONE);
  });

  test('the function that its own commands create a service with', () => {
    const core = { createStrapi: () => process.on('SIGTERM', nothing) };
    endAtSignals(core);
    core.createStrapi();
    expect(process.listeners('SIGTERM')).not.toContain(nothing);
    expect(() => endAtSignals({})).toThrow(NONE);
  });

  test('the folder of compiled migrations', () => {
    const strapi = (dir: string) => ({ db: { config: { settings: { migrations: { dir } } } } });
    assertCompiledMigrations(strapi(path.join(distDir, 'database', 'migrations')));
    expect(() => assertCompiledMigrations(strapi('/database/migrations'))).toThrow(NONE);
    expect(() => assertCompiledMigrations({ db: {} })).toThrow(NONE);
  });

  test('the transaction of a transfer', () => {
    const strapi = { db: { transaction: (work: (context: unknown) => Promise<unknown>) => work(undefined) } };
    const steps = { attach: nothing, end: nothing, rollback: nothing } as never;
    const transactions: Parameters<typeof tellOutcomes>[0] = {
      createTransaction: ({ db }) => {
        db.transaction(step);
        return steps;
      },
    };
    tellOutcomes(transactions);
    expect(transactions.createTransaction?.(strapi)).toMatchObject({ outcome: expect.any(Promise) });
    const late = { createTransaction: (_: typeof strapi) => steps };
    tellOutcomes(late);
    expect(() => late.createTransaction(strapi)).toThrow(NONE);
    expect(() => tellOutcomes({})).toThrow(NONE);
  });

  test.each<[(providers: object) => void, string[]]>([
    [awaitCommit, ['rollback', 'close']],
    [keepUploadsInPlace, ['beforeTransfer', 'createAssetsWriteStream', 'rollback', 'commit']],
    [keepFirstPasswords, ['createConfigurationWriteStream']],
    [writeLinksInBatches, ['createLinksWriteStream']],
  ])('a step of a transfer that %p adapts', (adapt, names) => {
    const steps = Object.fromEntries(names.map((name) => [name, step]));
    const providers = (found: object) => ({
      createLocalStrapiDestinationProvider: () =>
        Object.assign(Object.create(found), { __private_1_entitiesMapper: {} }),
    });
    adapt(providers({ ...steps }));
    for (const name of names) expect(() => adapt(providers({ ...steps, [name]: undefined }))).toThrow(NONE);
  });

  test('the identifiers of the records of a transfer', () => {
    const providers = { createLocalStrapiDestinationProvider: () => Object.create({ createLinksWriteStream: step }) };
    expect(() => writeLinksInBatches(providers)).toThrow(NONE);
  });

  test('the log of a transfer', () => {
    const told: string[] = [];
    const configs = { createOutputFileConfiguration: (file: string) => `to ${file}` };
    reportLogFile({ configs } as never, (file) => told.push(file));
    expect([configs.createOutputFileConfiguration('export.log'), told]).toEqual([
      'to export.log',
      [path.resolve('export.log')],
    ]);
    expect(() => reportLogFile({ configs: {} }, nothing)).toThrow(NONE);
    expect(() => reportLogFile({}, nothing)).toThrow(NONE);
  });

  test('the service that sends mails', async () => {
    const service: { send?(mail: unknown): Promise<unknown> } = { send: async (mail) => mail };
    const strapi = { plugin: () => ({ service: () => service }) };
    wrapMailSending(strapi, async (mail, send) => [await send(mail)]);
    expect(await service.send?.('mail')).toEqual(['mail']);
    delete service.send;
    expect(() => wrapMailSending(strapi, async () => undefined)).toThrow(NONE);
    expect(() => wrapMailSending({ plugin: nothing }, async () => undefined)).toThrow(NONE);
  });

  test('subscribers to writes', () => {
    const strapi = { db: { lifecycles: {} }, documents: { use: nothing }, log: {} };
    expect(() => followWriteHooks(strapi as never)).toThrow(NONE);
  });

  test.each(['on', 'subscribe'] as const)('the function "%s" of events', (name) => {
    const strapi = {
      eventHub: { on: nothing, subscribe: nothing },
      db: { lifecycles: { subscribe: nothing } },
    } as object as Parameters<typeof skipUnusedEventReads>[0];
    skipUnusedEventReads(strapi);
    Reflect.deleteProperty(strapi.eventHub, name);
    expect(() => skipUnusedEventReads(strapi)).toThrow(NONE);
  });

  test('a panel that is served by another route', async () => {
    const strapi = { config: { get: () => '/admin' }, server: { router: { stack: [{ path: '/panel' }] } } };
    await expect(watchPanel(strapi as object as Parameters<typeof watchPanel>[0])).rejects.toThrow(NONE);
  });

  test('a validator that heeds "maxLength"', async () => {
    const attributes = { link: { type: 'string', column: { type: 'text' } } };
    const models = { contentTypes: { book: { attributes } }, components: {} };
    allowAnyLength(models as object as Parameters<typeof allowAnyLength>[0]);
    expect(attributes.link).toMatchObject({ maxLength: expect.any(Number) });
    const validator = (isAccepted: boolean) => ({
      validateEntityCreation: async () => {
        if (!isAccepted) throw new Error('link must be at most 255 characters');
      },
    });
    await assertAnyLength({ ...models, entityValidator: validator(true) });
    await expect(assertAnyLength({ ...models, entityValidator: validator(false) })).rejects.toThrow(NONE);
  });

  test('routes of the content manager', () => {
    const routes = ['/collection-types/:model/:id', '/relations/:model/:targetField', '/init'].map((path) => ({
      path,
    }));
    const strapi = (found: object[]) =>
      ({ plugin: () => ({ routes: { admin: { routes: found } } }) }) as object as Parameters<
        typeof addContentManagerMiddleware
      >[0];
    addContentManagerMiddleware(strapi(routes), nothing as never);
    const config = { middlewares: [nothing] };
    expect(routes).toEqual([{ ...routes[0], config }, { ...routes[1], config }, { path: '/init' }]);
    expect(() => addContentManagerMiddleware(strapi(routes.slice(1)), nothing as never)).toThrow(NONE);
    expect(() => addContentManagerMiddleware({ plugin: nothing } as never, nothing as never)).toThrow(NONE);
  });

  test('a content-type builder with routes', () => {
    const builder = { routes: { admin: {} } };
    removeBuilderRoutes({ plugin: () => builder } as never);
    expect(builder.routes).toEqual({});
    expect(() => removeBuilderRoutes({ plugin: () => builder } as never)).toThrow(NONE);
    expect(() => removeBuilderRoutes({ plugin: nothing } as never)).toThrow(NONE);
  });

  test('a way to compute abilities', async () => {
    const rules = [{ action: 'read', subject: 'book', fields: ['title'] }];
    const engine: { generateUserAbility?(user: unknown): Promise<unknown> } = {
      generateUserAbility: async () => abilityFrom(rules),
    };
    const service: { engine: object; findUserPermissions?(): void } = { engine, findUserPermissions: nothing };
    let replaced: unknown;
    const strapi = {
      get: () => ({
        extend: (_: string, wrap: (service: unknown) => unknown) => {
          replaced = wrap(service);
        },
      }),
    } as never;
    replaceAbilities(
      strapi,
      ({ build }) =>
        async (user) =>
          abilityFrom((await build(user)).rules.slice(1)),
    );
    const ability = await (replaced as { engine: Required<typeof engine> }).engine.generateUserAbility({ id: 1 });
    expect(ability).toMatchObject({ rules: [] });
    delete service.findUserPermissions;
    expect(() => replaceAbilities(strapi, ({ build }) => build)).toThrow(NONE);
    service.findUserPermissions = nothing;
    delete engine.generateUserAbility;
    expect(() => replaceAbilities(strapi, ({ build }) => build)).toThrow(NONE);
  });

  test.each([
    ['roles of the panel', () => panelRoles()],
    ['configurations of the content manager', () => panelLayouts('components')],
    ['a registry of actions', () => registerPanelActions([])],
    ['what it aligns at every start', () => omitSettledSteps()],
  ])('%s', (_, reach) => {
    setStrapi({ service: () => ({}) } as never);
    expect(reach).toThrow(NONE);
  });

  test('an action of panel roles', async () => {
    const registry = new Map([['read', { actionId: 'read' }]]);
    const actionProvider = {
      registerMany: nothing,
      get: (id: string) => registry.get(id),
      delete: async (id: string) => registry.delete(id),
      values: () => registry.values(),
    };
    const getPermissionsWithNestedFields = (actions: { actionId: string }[], options: object) =>
      actions.map(({ actionId }) => ({ action: actionId, options }));
    setStrapi({
      contentTypes: { book: {}, user: {} },
      service: () => ({ actionProvider, getPermissionsWithNestedFields }),
    } as never);
    expect(permissionsWithAllFields(['read'], (uid) => uid === 'book')).toEqual([
      { action: 'read', options: { restrictedSubjects: ['user'] } },
    ]);
    await removePanelAction('read');
    await expect(removePanelAction('read')).rejects.toThrow(NONE);
    expect(() => permissionsWithAllFields(['read'], () => true)).toThrow(NONE);
  });

  test.each<[string, object, (strapi: never) => unknown]>([
    [
      'a function of its queue of webhooks',
      { get: () => ({ fetch: nothing, queue: { enqueue: nothing } }) },
      traceWebhooks,
    ],
    ['a queue of webhooks', { get: () => ({}) }, (strapi) => omitFromWebhooks(strapi, [])],
    ['a logger without fields of its own', { log: { defaultMeta: { service: 'other' } } }, nameRequestsInLog],
    ['cookies in its settings', { config: { get: nothing } }, secureCookies],
    ['cookies that are read for each request', { config: { get: () => ({}) } }, secureCookies],
    ['the path of the panel', { config: { get: (name: string) => /Url$/.exec(name)?.[0] } }, publishLinkOf],
    [
      'its own address',
      { config: { get: (name: string) => (name === 'admin.path' ? '/admin' : undefined) } },
      publishLinkOf,
    ],
    [
      'a pool that counts',
      { db: { connection: { client: { pool: { numUsed: nothing, numFree: nothing } } } } },
      strapiPool,
    ],
    [
      'a pool with events',
      { db: { connection: { client: { pool: {} } } } },
      (strapi) => endSilentConnections(strapi, 1),
    ],
    ['connections from a pool', { db: { connection: { client: {} } } }, answerDatabaseFailures],
    ['a transaction with a connection', { client: {} }, connectionOf],
    ['sessions of the panel', {}, preparePanelSessions],
    [
      'a query that searches with its function',
      { db: { queryBuilder: () => ({ search: () => ({ getKnexQuery: () => ({ toSQL: nothing }) }) }) } },
      (strapi) => replaceSearch(strapi, nothing),
    ],
    [
      'a request with an address',
      { server: { app: { request: Object.create({}) } } },
      (strapi) => trustProxies(strapi, 1),
    ],
  ])('%s', (_, strapi, reach) => {
    expect(() => reach(strapi as never)).toThrow(NONE);
  });

  test.each<[string, object, () => unknown]>([
    ['a router that matches', { server: { router: { stack: [] } } }, strapiRouter],
    ['a router with its routes', { server: { router: { stack: {}, match: nothing } } }, strapiRouter],
    ['a registry of controllers', { get: nothing }, mountRoutes],
    ['a parser of bodies', { get: () => new Map() }, readBodiesStrictly],
    ['tokens of the API', { plugin: nothing }, endTokensWithSessions],
    ['authentication', { get: () => ({}) }, requirePasswordChange],
    ['an action to wrap', { controller: () => ({}) }, () => wrapAction('book', 'read', async () => undefined)],
    ['a table in its metadata', { db: { metadata: new Map([['book', { attributes: {} }]]) } }, () => metadata('book')],
  ])('%s', (_, strapi, reach) => {
    setStrapi(strapi as never);
    expect(reach).toThrow(NONE);
  });

  test('transactions that report their outcome', async () => {
    const context = { transaction: async () => ({ commit: nothing }) };
    awaitCommits({ db: { connection: { context } } } as never);
    await expect(context.transaction()).rejects.toThrow(NONE);
  });

  test('tables with exactly the columns that imports write', () => {
    const columns = { id: 'id', documentId: 'document_id', createdAt: 'created_at', updatedAt: 'updated_at' };
    const own = { ...columns, publishedAt: 'published_at', locale: 'locale', title: 'title' };
    const ends = ['entity_id', 'cmp_id'];
    const assert = (names: object, pivotColumns: string[]) => () => {
      const plain = Object.entries(names).map(([name, columnName]) => [name, { columnName }]);
      const attributes = { ...Object.fromEntries(plain), rows: { joinTable: { on: {}, pivotColumns } } };
      setStrapi({ db: { metadata: new Map([['book', { tableName: 'books', attributes }]]) } } as never);
      assertTables({ contentTypes: { book: { __schema__: { attributes: { title: {} } } } } }, ['book']);
    };
    const links = [...ends, 'field', 'component_type'];
    expect(assert(own, links)).not.toThrow();
    expect(assert(own, [...links, 'locale'])).toThrow(NONE);
    expect(assert({ ...own, tenant: 'tenant' }, links)).toThrow(NONE);
    expect(assert(columns, links)).toThrow(NONE);
  });
});
