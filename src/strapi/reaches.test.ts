import { allowAnyLength, assertAnyLength } from './any-length';
import { skipUnusedEventReads } from './events';
import { wrapMailSending } from './mail';
import { replaceRateLimits } from './rate-limits';
import { watchPanel } from './vite-panel';

const NONE = /^This version of Strapi has no /;
const nothing = () => undefined;

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

  test('the service that sends mails', async () => {
    const service: { send?(mail: unknown): Promise<unknown> } = { send: async (mail) => mail };
    const strapi = { plugin: () => ({ service: () => service }) };
    wrapMailSending(strapi, async (mail, send) => [await send(mail)]);
    expect(await service.send?.('mail')).toEqual(['mail']);
    delete service.send;
    expect(() => wrapMailSending(strapi, async () => undefined)).toThrow(NONE);
    expect(() => wrapMailSending({ plugin: nothing }, async () => undefined)).toThrow(NONE);
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
});
