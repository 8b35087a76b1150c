import { randomBytes } from 'node:crypto';
import { panelToken } from './log-in';
import { sendJson } from './send-json';
import type { Credentials } from './service';

/** The secrets that a service requires in production. */
export const SECRETS = [
  'APP_KEYS',
  'API_TOKEN_SALT',
  'ADMIN_JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
];

/** Returns production settings with random secrets. */
export const production = (): Record<string, string> => ({
  ...Object.fromEntries(SECRETS.map((name) => [name, randomBytes(32).toString('base64url')])),
  NODE_ENV: 'production',
});

/** The password that replaces that of the first start. */
export const NEW_PASSWORD = 'Quite an0ther one';

/** Changes a panel user's password of the first start and returns a token. */
export async function changeFirstPassword(url: string, { login: email, password }: Credentials['admin']) {
  const first = await panelToken(url, { login: email, password });
  const answer = await sendJson(
    `${url}/admin/users/me`,
    { currentPassword: password, password: NEW_PASSWORD },
    { method: 'PUT', headers: { authorization: `Bearer ${first}` } },
  );
  if (!answer.ok) throw new Error(await answer.text());
  return panelToken(url, { login: email, password: NEW_PASSWORD });
}
