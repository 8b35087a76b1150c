import { send, testService } from './client';
import { unique } from './factory';
import { panelToken } from './log-in';

/** A permission in the format of the panel's roles page. */
export interface PanelPermission {
  action: string;
  subject?: string | null;
  properties?: { fields?: string[] };
  conditions?: string[];
}

/** A panel user who is logged in. */
export interface PanelAccount {
  email: string;
  password: string;
  token: string;
}

/** Returns a permission to read these fields of a content type. */
export const readPermission = (subject: string, fields: string[]): PanelPermission => ({
  action: 'plugin::content-manager.explorer.read',
  subject,
  properties: { fields },
});

const asAdmin = { as: 'admin' } as const;

/** Creates a panel user with a new role and logs them in. */
export async function createPanelUser(permissions: PanelPermission[]): Promise<{ authorization: string }> {
  const role = (await send('POST', '/admin/roles', { name: unique('角色'), description: '' }, asAdmin)).body.data;
  const granted = permissions.map((permission) => ({ subject: null, properties: {}, conditions: [], ...permission }));
  const set = await send('PUT', `/admin/roles/${role.id}/permissions`, { permissions: granted }, asAdmin);
  if (set.status !== 200) throw new Error(set.text);
  return { authorization: `Bearer ${(await signIn(role.id)).token}` };
}

/** Creates a panel user with an existing role and logs them in. */
export const createPanelUserAs = async (code: string): Promise<{ authorization: string }> => ({
  authorization: `Bearer ${await tokenAs(code)}`,
});

/** Creates a panel user with an existing role and returns their token. */
export const tokenAs = async (code: string): Promise<string> => (await accountAs(code)).token;

/** Creates a panel user with an existing role and logs them in. */
export const accountAs = async (code: string): Promise<PanelAccount> => signIn((await roleOf(code)).id);

/** Returns the permissions of a role of the panel. */
export async function permissionsOf(code: string): Promise<PanelPermission[]> {
  const { id } = await roleOf(code);
  const { data } = (await send('GET', `/admin/roles/${id}/permissions`, undefined, asAdmin)).body;
  return data.map(({ action, subject, properties, conditions }: PanelPermission) => ({
    action,
    subject,
    properties,
    conditions,
  }));
}

async function roleOf(code: string): Promise<{ id: number }> {
  const roles = (await send('GET', '/admin/roles', undefined, asAdmin)).body.data;
  return roles.find((role: { code: string }) => role.code === code);
}

async function signIn(role: number): Promise<PanelAccount> {
  const email = `${unique('p').replaceAll(/[^a-z0-9]/g, '')}@example.org`;
  const password = 'A long passw0rd';
  const person = { firstname: 'Rui', lastname: 'Lin', email, roles: [role] };
  const invited = await send('POST', '/admin/users', person, asAdmin);
  await send('PUT', `/admin/users/${invited.body.data.id}`, { password, isActive: true }, asAdmin);
  return { email, password, token: await panelToken(testService.url, { login: email, password }) };
}
