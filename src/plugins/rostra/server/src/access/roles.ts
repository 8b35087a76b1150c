import type { Route } from '../http/routes';
import { app, settings } from '../store/strapi';

const ROLE = 'plugin::users-permissions.role';
const PERMISSION = 'plugin::users-permissions.permission';
/** Key of the actions that have been granted once; what an admin takes away stays away (decisions, 5.2). */
const GRANTED = 'granted-actions';

const ROLES = [
  { type: 'citizen', name: 'Citizen', description: 'Citizens: their own e-mail addresses. The role of new accounts.' },
  { type: 'editor', name: 'Editor', description: 'Editors: all records of the console.' },
];

/** Makes the roles on the first start, and gives each route's action to its role, once. */
export async function ensureRoles(routes: Route[]): Promise<void> {
  const isFirst = (await settings.get(GRANTED)) === null;
  for (const role of ROLES) {
    if (
      isFirst &&
      !(await app()
        .db.query(ROLE)
        .findOne({ where: { type: role.type } }))
    ) {
      await app().db.query(ROLE).create({ data: role });
    }
  }
  if (isFirst) await makeDefault('citizen');
  const granted = new Set(((await settings.get(GRANTED)) ?? []) as string[]);
  for (const { action, access } of routes) {
    const grant = `${access} ${action}`;
    const role = granted.has(grant)
      ? null
      : await app()
          .db.query(ROLE)
          .findOne({ where: { type: access } });
    if (!role) continue;
    const known = await app()
      .db.query(PERMISSION)
      .findOne({ where: { action, role: role.id } });
    if (!known)
      await app()
        .db.query(PERMISSION)
        .create({ data: { action, role: role.id } });
    granted.add(grant);
  }
  await settings.set(GRANTED, [...granted]);
}

async function makeDefault(type: string): Promise<void> {
  const store = app().store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  const advanced = (await store.get()) as Record<string, unknown> | null;
  if (advanced) await store.set({ value: { ...advanced, default_role: type } });
}
