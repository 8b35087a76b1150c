// The users who send requests: an editor and a citizen of the API, an administrator and an editor of the panel.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PASSWORD = 'A-long-passw0rd-of-the-trial';
const CITIZEN = { username: 'ming', email: 'ming@example.org' };
const EDITOR = { username: 'trial', email: 'trial@example.org' };

/** Creates an editor and a citizen of the API. */
export async function makeAccounts({ command }) {
  for (const [role, { username, email }] of [
    ['editor', EDITOR],
    ['citizen', CITIZEN],
  ]) {
    await command('user', 'create', '--role', role, '--username', username, '--email', email, '--password', PASSWORD);
  }
}

/** Logins: each returns the user's `authorization` header. */
export const logIns = {
  editor: (service) => toApi(service, EDITOR.username),
  citizen: (service) => toApi(service, CITIZEN.username),
  admin: (service) => toPanel(service, 'admin'),
  panelEditor: (service) => toPanel(service, 'panelEditor'),
  nobody: async () => ({}),
};

async function toApi(service, identifier) {
  const { jwt } = await post(service, '/api/auth/local', { identifier, password: PASSWORD });
  return { authorization: `Bearer ${jwt}` };
}

/** In production, the initial password only permits changing it. */
async function toPanel(service, name) {
  const { login: email, password } = JSON.parse(readFileSync(path.join(service.dataDir, 'credentials.json'), 'utf8'))[
    name
  ];
  const logIn = async (secret) => (await post(service, '/admin/login', { email, password: secret })).data.token;
  const token = await logIn(PASSWORD).catch(async () => {
    const first = await logIn(password);
    const body = JSON.stringify({ currentPassword: password, password: PASSWORD });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${first}` };
    const changed = await fetch(`${service.url}/admin/users/me`, { method: 'PUT', headers, body });
    if (!changed.ok) throw new Error(`password change: ${changed.status} ${await changed.text()}`);
    return logIn(PASSWORD);
  });
  return { authorization: `Bearer ${token}` };
}

async function post({ url }, address, body) {
  const answer = await fetch(`${url}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
