import type { Job } from '../shared/content-import';

/** How often a part is sent again that did not arrive, and how long is waited before that, in ms. */
const ATTEMPTS = 4;
const PAUSE_MS = 1_000;

/** What came back instead of a good answer. */
export class UploadError extends Error {
  constructor(
    readonly status: number,
    readonly details: Record<string, unknown>,
    message: string,
  ) {
    super(message);
  }
}

interface Upload {
  job: Job;
  files: File[];
  chunkBytes: number;
  /** The newest token: Strapi gets another one every half hour. */
  token(): string | null;
  /** Gets another one. */
  refresh(): Promise<unknown>;
  progress(sent: number): void;
  signal: AbortSignal;
}

/** Sends files part by part, so that no limit of time or size on the way matters; a part that is cut off is sent again. */
export async function upload({ job, files, chunkBytes, progress, signal, ...access }: Upload): Promise<void> {
  let done = 0;
  for (const [index, file] of files.entries()) {
    // One request for an empty file, too.
    for (let offset = 0; offset === 0 || offset < file.size; offset += chunkBytes) {
      const part = file.slice(offset, offset + chunkBytes);
      await sendAgain(`${backendUrl()}/newsroom/imports/${job.id}/files/${index}?offset=${offset}`, part, {
        ...access,
        signal,
      });
      progress(done + offset + part.size);
    }
    done += file.size;
  }
}

type Access = Pick<Upload, 'token' | 'refresh' | 'signal'>;

async function sendAgain(url: string, body: Blob, access: Access): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(url, body, access);
    } catch (error) {
      const isFinal = error instanceof UploadError && error.status !== 401 && error.status < 500;
      if (isFinal || access.signal.aborted || attempt === ATTEMPTS) throw error;
      if (error instanceof UploadError && error.status === 401) await access.refresh();
      else await new Promise((resolve) => setTimeout(resolve, attempt * PAUSE_MS));
    }
  }
}

async function send(url: string, body: Blob, { token, signal }: Access): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${token()}` };
  const answer = await fetch(url, { method: 'PUT', body, headers, signal });
  if (answer.ok) return;
  const { error } = (await answer.json().catch(() => ({}))) as { error?: { message: string; details?: object } };
  throw new UploadError(answer.status, { ...error?.details }, error?.message ?? answer.statusText);
}

/** Strapi's types do not say that the panel knows it. */
const backendUrl = (): string => (window.strapi as { backendURL?: string }).backendURL ?? '';
