import { credentialsOf, type Service } from './service';

/** Where to read, and as whom. */
export interface Reader {
  url: string;
  authorization: string;
}

/** The editor of a service's first start, logged in; the log-in holds for all processes of its data folder. */
export async function editorOf({ url, dataDir }: Pick<Service, 'url' | 'dataDir'>): Promise<Reader> {
  const { editor } = await credentialsOf(dataDir);
  const answer = await fetch(`${url}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier: editor.login, password: editor.password }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { jwt } = (await answer.json()) as { jwt: string };
  return { url, authorization: `Bearer ${jwt}` };
}
