import { createHash } from 'node:crypto';
import { definedIn } from '../../../../../common/maps';
import type { Version } from '../store/downloads/downloads';
import { faultOfAddress, isOfThisMachine, labelOfAddress } from './address';
import { type Content, toTemporaryFile } from './formats/content';
import { SourceError } from './record';

/** What has been downloaded from an address. */
export interface Download {
  content: Content;
  version: Version;
}

/** Thrown if an address could not be read now, but perhaps can later. */
export class DownloadError extends SourceError {}

/** How long a download may take, and how large it may be, so that a broken server does not keep the next imports from beginning. */
const LIMITS = { ms: 60 * 60 * 1000, bytes: 8 * 1024 ** 3, redirects: 10 };

/**
 * Downloads the content at an address to a temporary file; undefined if its server says that it is of the `known` version
 * (`If-None-Match`, `If-Modified-Since`). Where it sends it all the same, the hash tells. The transport may be compressed. Errors: SourceError;
 * DownloadError if the server cannot be reached, breaks off, is too slow, or says that it is busy or broken.
 */
export async function download(address: string, known?: Version): Promise<Download | undefined> {
  const fault = faultOfAddress(address);
  if (fault) throw new SourceError(fault);
  const label = labelOfAddress(address);
  const signal = AbortSignal.timeout(LIMITS.ms);
  const response = await follow(address, { headers: conditions(known), signal });
  const { status, headers } = response;
  if (status !== 200) await response.body?.cancel();
  if (status === 304 && known) return undefined;
  if (status !== 200) throw refusal(label, response);
  const hash = createHash('sha256');
  const content = await toTemporaryFile(hashed(response, label, hash));
  const [etag, lastModified] = [headers.get('etag') ?? undefined, headers.get('last-modified') ?? undefined];
  return { content, version: { hash: hash.digest('hex'), ...definedIn({ etag, lastModified }) } };
}

/** Requests an address, and those that it leads to: each of them is checked before anything is asked there. */
async function follow(address: string, request: RequestInit): Promise<Response> {
  const label = labelOfAddress(address);
  let url = address;
  for (let redirects = 0; redirects <= LIMITS.redirects; redirects += 1) {
    const response = await fetch(url, { ...request, redirect: 'manual' }).catch((error) => {
      throw new DownloadError(`${label}: cannot be reached: ${reasonOf(error)}`);
    });
    const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    const target = URL.canParse(location, url) ? new URL(location, url).href : location;
    const fault = faultOfAddress(target);
    if (fault) throw new SourceError(`${label}: leads to ${fault}`);
    if (isOfThisMachine(target) && !isOfThisMachine(address))
      throw new SourceError(`${label}: leads to ${labelOfAddress(target)}, this machine itself`);
    url = target;
  }
  throw new SourceError(`${label}: leads from one address to the next without an end`);
}

const REDIRECTS = [301, 302, 303, 307, 308];

const conditions = ({ etag, lastModified }: Partial<Version> = {}): Record<string, string> => ({
  'user-agent': 'rostra',
  ...definedIn({ 'if-none-match': etag, 'if-modified-since': lastModified }),
});

/** Statuses, besides those from 500, after which another try makes sense. */
const TEMPORARY = [408, 425, 429];

function refusal(label: string, { status, statusText }: Response): SourceError {
  const isTemporary = status >= 500 || TEMPORARY.includes(status);
  return new (isTemporary ? DownloadError : SourceError)(`${label}: answers ${status} ${statusText}`.trimEnd());
}

async function* hashed({ body }: Response, label: string, hash: { update(part: Uint8Array): unknown }) {
  let size = 0;
  try {
    for await (const part of body ?? []) {
      size += part.length;
      if (size > LIMITS.bytes) throw new SourceError(`${label}: is larger than ${LIMITS.bytes / 1024 ** 3} GB`);
      hash.update(part);
      yield part;
    }
  } catch (error) {
    if (error instanceof SourceError) throw error;
    throw new DownloadError(`${label}: broke off: ${reasonOf(error)}`);
  }
}

/** What `fetch` says in the cause of its errors. */
function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error;
  if (name === 'TimeoutError') return `it took more than ${LIMITS.ms / 60_000} minutes`;
  if (!(cause instanceof Error)) return message;
  return cause.message || ((cause as NodeJS.ErrnoException).code ?? message);
}
