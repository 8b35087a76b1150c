import { editorOf } from './log-in';
import type { Service } from './service';

/** Asks a service of its own, whatever its state: an answer, or none. */
export interface Asker {
  /** The status; 0 when there was no answer. */
  status(path: string): Promise<number>;
  read(path: string): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Makes a tag and answers its identifier; 0 when that fails. */
  makeTag(name: string): Promise<number>;
}

/** Logs in as the editor of a data folder; the log-in holds for all processes of it. */
export async function askerOf(service: Service): Promise<(to?: string) => Asker> {
  const { url, authorization } = await editorOf(service);
  return (to = url) => asker(to, authorization);
}

/** An asker with a credential of its own. */
export function asker(url: string, authorization: string): Asker {
  const send = async (method: string, path: string, body?: object) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  return {
    read: (path) => send('GET', path),
    status: async (path) => (await send('GET', path).catch(() => ({ status: 0 }))).status,
    makeTag: async (name) => {
      const made = await send('POST', '/console/lab/rs_tags', { name }).catch(() => undefined);
      return made?.status === 201 ? Number(made.body.id) : 0;
    },
  };
}
