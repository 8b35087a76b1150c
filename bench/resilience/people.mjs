// The users who send requests: an editor and a citizen of the API, an administrator and an editor of the panel.
import { readCredentials } from '../support/editor.mjs';
import { bearer, sendJson } from '../support/http.mjs';

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

async function toApi({ url }, identifier) {
  const { jwt } = await sendJson('POST', `${url}/api/auth/local`, { identifier, password: PASSWORD });
  return bearer(jwt);
}

/** In production, the initial password only permits changing it. */
async function toPanel({ url, dataDir }, name) {
  const { login: email, password: initial } = readCredentials(dataDir)[name];
  const logIn = async (password) =>
    bearer((await sendJson('POST', `${url}/admin/login`, { email, password })).data.token);
  return logIn(PASSWORD).catch(async () => {
    const body = { currentPassword: initial, password: PASSWORD };
    await sendJson('PUT', `${url}/admin/users/me`, body, await logIn(initial));
    return logIn(PASSWORD);
  });
}
