import { editorOf } from './log-in';
import { sendJson } from './send-json';
import type { Service } from './service';

/** Sends requests to a service that may be down. */
export interface ApiClient {
  /** Returns the status; 0 if no answer came. */
  status(path: string): Promise<number>;
  read(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Creates a tag and returns its public identifier; 0 if that fails. */
  createTag(name: string): Promise<number>;
}

/** Logs in as the editor of a service's data folder. Returns clients for any process on that folder. */
export async function editorClientOf(service: Service): Promise<(to?: string) => ApiClient> {
  const { url, authorization } = await editorOf(service);
  return (to = url) => apiClient(to, authorization);
}

/** Returns a client that sends this credential. */
export function apiClient(url: string, authorization: string): ApiClient {
  const send = async (method: string, path: string, body?: object) => {
    const answer = await sendJson(`${url}${path}`, body, { method, headers: { authorization } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return {
    read: (path) => send('GET', path),
    status: async (path) => (await send('GET', path).catch(() => ({ status: 0 }))).status,
    createTag: async (name) => {
      const made = await send('POST', '/console/lab/rs_tags', { name }).catch(() => undefined);
      return made?.status === 201 ? Number(made.body.id) : 0;
    },
  };
}
