import { backendUrl } from '../../../panel/strapi/paths';
import type { Job } from '../shared/content-import';

/** Attempts to send a chunk, and the delay before the first retry, in ms; later delays are multiples of it. */
const MAX_ATTEMPTS = 4;
const RETRY_DELAY_MS = 1_000;

/** An error response of the server. */
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
  /** The current access token; Strapi renews it every half hour. */
  token(): string | null;
  /** Makes Strapi renew the token. */
  refresh(): Promise<unknown>;
  progress(sent: number): void;
  signal: AbortSignal;
}

/** Uploads files in chunks, so that no proxy's limit of time or size matters. Interrupted chunks are retried. */
export async function upload({ job, files, chunkBytes, progress, signal, ...access }: Upload): Promise<void> {
  let sentBytes = 0;
  for (const [index, file] of files.entries()) {
    // An empty file takes one request as well.
    for (let offset = 0; offset === 0 || offset < file.size; offset += chunkBytes) {
      const chunk = file.slice(offset, offset + chunkBytes);
      await sendWithRetry(`${backendUrl()}/newsroom/imports/${job.id}/files/${index}?offset=${offset}`, chunk, {
        ...access,
        signal,
      });
      progress(sentBytes + offset + chunk.size);
    }
    sentBytes += file.size;
  }
}

type Access = Pick<Upload, 'token' | 'refresh' | 'signal'>;

async function sendWithRetry(url: string, body: Blob, access: Access): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(url, body, access);
    } catch (error) {
      const isFinal = error instanceof UploadError && error.status !== 401 && error.status < 500;
      if (isFinal || access.signal.aborted || attempt === MAX_ATTEMPTS) throw error;
      if (error instanceof UploadError && error.status === 401) await access.refresh();
      else await new Promise((resolve) => setTimeout(resolve, attempt * RETRY_DELAY_MS));
    }
  }
}

async function send(url: string, body: Blob, { token, signal }: Access): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', authorization: `Bearer ${token()}` };
  const response = await fetch(url, { method: 'PUT', body, headers, signal });
  if (response.ok) return;
  const { error } = (await response.json().catch(() => ({}))) as { error?: { message: string; details?: object } };
  throw new UploadError(response.status, { ...error?.details }, error?.message ?? response.statusText);
}
