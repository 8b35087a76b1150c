import { send } from './client';
import { unique } from './factory';

/** A permission of the panel, as its roles page saves it. */
export interface PanelPermission {
  action: string;
  subject?: string | null;
  properties?: { fields?: string[] };
}

/** Makes somebody of the panel with a role of their own, and signs them in. */
export async function join(permissions: PanelPermission[]): Promise<{ authorization: string }> {
  const asAdmin = { as: 'admin' } as const;
  const role = (await send('POST', '/admin/roles', { name: unique('角色'), description: '' }, asAdmin)).body.data;
  const granted = permissions.map((permission) => ({ subject: null, properties: {}, conditions: [], ...permission }));
  const set = await send('PUT', `/admin/roles/${role.id}/permissions`, { permissions: granted }, asAdmin);
  if (set.status !== 200) throw new Error(set.text);
  const email = `${unique('p').replaceAll(/[^a-z0-9]/g, '')}@example.org`;
  const password = 'A long passw0rd';
  const person = { firstname: 'Rui', lastname: 'Lin', email, roles: [role.id] };
  const invited = await send('POST', '/admin/users', person, asAdmin);
  await send('PUT', `/admin/users/${invited.body.data.id}`, { password, isActive: true }, asAdmin);
  const { token } = (await send('POST', '/admin/login', { email, password }, { as: 'public' })).body.data;
  return { authorization: `Bearer ${token}` };
}
