import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Logs in the editor created at first start, who must change the password in production; returns the token. */
export async function signInEditor(url, dataDir) {
  const { editor } = JSON.parse(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8'));
  const changed = `${editor.password}-changed`;
  const logIn = (password) => post(`${url}/api/auth/local`, { identifier: editor.login, password });
  const again = await logIn(changed);
  if (again.ok) return (await again.json()).jwt;
  const first = await logIn(editor.password);
  if (!first.ok) throw new Error(`log-in: ${first.status} ${await first.text()}`);
  const body = { currentPassword: editor.password, password: changed, passwordConfirmation: changed };
  const answer = await post(`${url}/api/auth/change-password`, body, (await first.json()).jwt);
  if (!answer.ok) throw new Error(`password change: ${answer.status} ${await answer.text()}`);
  return (await answer.json()).jwt;
}

const post = (url, body, token) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
