import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bearer, sendJson } from './http.mjs';

/** The log-ins that the first start created in a data folder: {editor, admin, panelEditor}, each {login, password}. */
export const readCredentials = (dataDir) => JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8'));

/** Logs in the API's editor and returns the authorization header. In production, the initial password must be changed. */
export async function logInEditor(url, dataDir) {
  const { login: identifier, password: initial } = readCredentials(dataDir).editor;
  const password = `${initial}-changed`;
  const logIn = (secret) => sendJson('POST', `${url}/api/auth/local`, { identifier, password: secret });
  const { jwt } = await logIn(password).catch(async () => {
    const body = { currentPassword: initial, password, passwordConfirmation: password };
    return sendJson('POST', `${url}/api/auth/change-password`, body, bearer((await logIn(initial)).jwt));
  });
  return bearer(jwt);
}
