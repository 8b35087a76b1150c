import type { Route } from '../http/routes';
import type { Access } from '../resource/resource';
import { withStartLock } from '../store/prepare';
import { app, pluginStore } from '../store/strapi';

const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';
/** Key of the actions that have been granted once; what an admin takes away stays away (decisions, 5.2). */
const GRANTED = 'granted-actions';

const ROLES = [
  { type: 'citizen', name: 'Citizen', description: 'Citizens: their own e-mail addresses. The role of new accounts.' },
  { type: 'editor', name: 'Editor', description: 'Editors: all records of the console.' },
];

/** The roles that may do what is marked so: an editor has addresses of their own, too. */
export const GRANTED_TO: Record<Access, string[]> = {
  public: ['public'],
  citizen: ['citizen', 'editor'],
  editor: ['editor'],
};

/** What Strapi lets nobody do with our roles, and everybody who is signed in must be able to do. */
const OF_STRAPI = ['changePassword', 'logout'].map((name) => ({
  action: `plugin::users-permissions.auth.${name}`,
  access: 'citizen' as const,
}));

/** Makes the roles on the first start, and gives each route's action to its role, once; one process at a time. */
export const ensureRoles = (routes: Route[]): Promise<void> =>
  withStartLock(async () => {
    const before = (await pluginStore.get(GRANTED)) as string[] | null;
    if (before === null) await makeRoles();
    const granted = await grant([...routes, ...OF_STRAPI], new Set(before));
    if (!granted.has(TAKEN)) await takeFromPublic();
    await pluginStore.set(GRANTED, [...new Set([...granted, TAKEN])]);
  });

/** What Strapi lets everybody do, and what would tell who has an account (decisions, 5.3); taken away once. */
const TAKEN = 'public plugin::users-permissions.auth.sendEmailConfirmation';

async function takeFromPublic(): Promise<void> {
  const [type, action] = TAKEN.split(' ');
  const role = await app().db.query(ROLE).findOne({ where: { type } });
  if (role)
    await app()
      .db.query(PERMISSION)
      .deleteMany({ where: { action, role: role.id } });
}

async function makeRoles(): Promise<void> {
  const roles = app().db.query(ROLE);
  for (const role of ROLES) {
    if (!(await roles.findOne({ where: { type: role.type } }))) await roles.create({ data: role });
  }
  await makeDefault('citizen');
}

/** Gives the actions that have not been granted yet; answers all that have been. */
async function grant(routes: Pick<Route, 'action' | 'access'>[], granted: Set<string>): Promise<Set<string>> {
  const permissions = app().db.query(PERMISSION);
  const wanted = routes.flatMap(({ action, access }) => GRANTED_TO[access].map((type) => ({ action, type })));
  for (const { action, type } of wanted) {
    const name = `${type} ${action}`;
    if (granted.has(name)) continue;
    const role = await app().db.query(ROLE).findOne({ where: { type } });
    if (!role) continue;
    const known = await permissions.findOne({ where: { action, role: role.id } });
    if (!known) await permissions.create({ data: { action, role: role.id } });
    granted.add(name);
  }
  return granted;
}

async function makeDefault(type: string): Promise<void> {
  const store = app().store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  const advanced = (await store.get()) as Record<string, unknown> | null;
  if (advanced) await store.set({ value: { ...advanced, default_role: type } });
}
