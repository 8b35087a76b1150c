import type { Route } from '../http/routes';
import type { Access } from '../resource/resource';
import { withStartLock } from '../store/prepare';
import { app, pluginStore } from '../store/strapi';

const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';
/** Settings key of all actions ever granted: an action that an admin revokes is not granted again (conventions 5.2). */
const GRANTED_KEY = 'granted-actions';

const ROLES = [
  { type: 'citizen', name: 'Citizen', description: 'Citizens: their own e-mail addresses. The role of new accounts.' },
  { type: 'editor', name: 'Editor', description: 'Editors: all records of the console.' },
];

/** The roles for each access level. Editors also have e-mail addresses of their own. */
export const ROLES_BY_ACCESS: Record<Access, string[]> = {
  public: ['public'],
  citizen: ['citizen', 'editor'],
  editor: ['editor'],
};

/** Actions of Strapi that every signed-in user needs; Strapi does not grant them to our roles. */
const STRAPI_ACTIONS = ['changePassword', 'logout'].map((name) => ({
  action: `plugin::users-permissions.auth.${name}`,
  access: 'citizen' as const,
}));

/** Creates the roles on the first start, and grants each new action to its roles. Under a lock, one process at a time. */
export const ensureRoles = (routes: Route[]): Promise<void> =>
  withStartLock(async () => {
    const before = (await pluginStore.get(GRANTED_KEY)) as string[] | null;
    if (before === null) await makeRoles();
    const granted = await grant([...routes, ...STRAPI_ACTIONS], new Set(before));
    if (!granted.has(REVOKED)) await revokeFromPublic();
    await pluginStore.set(GRANTED_KEY, [...new Set([...granted, REVOKED])]);
  });

/** A public action of Strapi that reveals who has an account (conventions 5.3); revoked once. */
const REVOKED = 'public plugin::users-permissions.auth.sendEmailConfirmation';

async function revokeFromPublic(): Promise<void> {
  const [type, action] = REVOKED.split(' ');
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

/** Grants the actions that were never granted before. Returns all actions ever granted. */
async function grant(routes: Pick<Route, 'action' | 'access'>[], granted: Set<string>): Promise<Set<string>> {
  const permissions = app().db.query(PERMISSION);
  const permissionsByRole = routes.flatMap(({ action, access }) =>
    ROLES_BY_ACCESS[access].map((type) => ({ action, type })),
  );
  for (const { action, type } of permissionsByRole) {
    const name = `${type} ${action}`;
    if (granted.has(name)) continue;
    const role = await app().db.query(ROLE).findOne({ where: { type } });
    if (!role) continue;
    const existing = await permissions.findOne({ where: { action, role: role.id } });
    if (!existing) await permissions.create({ data: { action, role: role.id } });
    granted.add(name);
  }
  return granted;
}

async function makeDefault(type: string): Promise<void> {
  const store = app().store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  const advanced = (await store.get()) as Record<string, unknown> | null;
  if (advanced) await store.set({ value: { ...advanced, default_role: type } });
}
