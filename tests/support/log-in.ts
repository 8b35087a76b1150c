import { sendJson } from './send-json';
import { type Credentials, credentialsOf, type Service } from './service';

/** A service's URL and a credential. */
export interface Reader {
  url: string;
  authorization: string;
}

/** Logs in as the editor of a service's first start. The token is valid for all processes on its data folder. */
export async function editorOf({ url, dataDir }: Pick<Service, 'url' | 'dataDir'>): Promise<Reader> {
  const { editor } = await credentialsOf(dataDir);
  return { url, authorization: `Bearer ${await apiToken(url, editor)}` };
}

/** Logs in to the API of a service and returns the token. */
export async function apiToken(url: string, { login: identifier, password }: Credentials['editor']): Promise<string> {
  return (await logIn<{ jwt: string }>(`${url}/api/auth/local`, { identifier, password })).jwt;
}

/** Logs in to the panel of a service and returns the token. */
export async function panelToken(url: string, { login: email, password }: Credentials['admin']): Promise<string> {
  const { data } = await logIn<{ data: { token: string } }>(`${url}/admin/login`, { email, password });
  return data.token;
}

async function logIn<T>(url: string, body: object): Promise<T> {
  const answer = await sendJson(url, body);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
