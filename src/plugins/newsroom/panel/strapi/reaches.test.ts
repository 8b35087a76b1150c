import type { StrapiApp } from '@strapi/admin/strapi-admin';
import { addSidePanel, injectComponent } from './content-manager';
import { watchRejections } from './rejections';

const NONE = /^The panel of this version of Strapi has no /;
const appWith = (contentManager: object) => ({ getPlugin: () => contentManager }) as object as StrapiApp;
const nothing = () => null;

describe('a feature is missing in a panel that lacks', () => {
  it('side panels of forms', () => {
    const panels: unknown[] = [];
    addSidePanel(appWith({ apis: { addEditViewSidePanel: (added: unknown[]) => panels.push(...added) } }), nothing);
    expect(panels).toEqual([nothing]);
    expect(() => addSidePanel(appWith({ apis: {} }), nothing)).toThrow(NONE);
  });

  it('the place for a component', () => {
    const injectionZones = { listView: { actions: [] } };
    const injected: unknown[][] = [];
    const app = appWith({ injectionZones, injectComponent: (...args: unknown[]) => injected.push(args) });
    injectComponent(app, 'listView.actions', 'refusal', nothing);
    expect(injected).toEqual([['listView', 'actions', { name: 'newsroom-refusal', Component: nothing }]]);
    expect(() => injectComponent(app, 'editView.right-links', 'refusal', nothing)).toThrow(NONE);
  });
});

describe('a refused request', () => {
  type Middleware = () => () => (next: (action: unknown) => unknown) => (action: unknown) => unknown;
  const added: Middleware[] = [];
  const app = { addMiddlewares: (middlewares: Middleware[]) => added.push(...middlewares) } as object as StrapiApp;
  watchRejections(app, ({ endpoint, status }) => (status === 409 ? `${endpoint} refused` : undefined));
  const dispatch = (action: unknown) => added[0]?.()()((passed) => passed)(action);
  const rejected = (payload: unknown) => ({
    type: 'adminApi/executeMutation/rejected',
    meta: { arg: { endpointName: 'deleteDocument' } },
    payload,
  });

  it('shows the message that replaces its own', () => {
    expect(dispatch(rejected({ status: 409, message: 'x' }))).toMatchObject({
      payload: { status: 409, message: 'deleteDocument refused' },
    });
    expect(dispatch(rejected({ status: 404, message: 'x' }))).toMatchObject({ payload: { message: 'x' } });
  });

  it.each([rejected(undefined), rejected('text'), { type: 'done', payload: { status: 409 } }, () => undefined])(
    'of another form passes unchanged: %p',
    (action) => {
      const before = typeof action === 'function' ? action : structuredClone(action);
      expect(dispatch(action)).toEqual(before);
    },
  );
});
