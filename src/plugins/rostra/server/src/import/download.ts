import { createHash } from 'node:crypto';
import { definedIn } from '../../../../../common/maps';
import type { Version } from '../store/downloads/downloads';
import { faultOfAddress, labelOfAddress } from './address';
import { type Content, toTemporaryFile } from './formats/content';
import { SourceError } from './record';

/** What has been downloaded from an address. */
export interface Download {
  content: Content;
  version: Version;
}

/** Thrown if an address could not be read now, but perhaps can later. */
export class DownloadError extends SourceError {}

/**
 * Downloads the content at an address to a temporary file; undefined if it is of the `known` version. Asks the server to send nothing
 * then (`If-None-Match`, `If-Modified-Since`), and compares with the hash where it sends it all the same. The transport may be compressed.
 * Errors: SourceError; DownloadError if the server cannot be reached, breaks off, or says that it is busy or broken.
 */
export async function download(address: string, known?: Version): Promise<Download | undefined> {
  const fault = faultOfAddress(address);
  if (fault) throw new SourceError(fault);
  const label = labelOfAddress(address);
  const response = await fetch(address, { headers: conditions(known) }).catch((error) => {
    throw new DownloadError(`${label}: cannot be reached: ${reasonOf(error)}`);
  });
  const { status, headers, url } = response;
  if (status === 304 && known) return undefined;
  if (status !== 200) throw refusal(label, response);
  const faultOfTarget = faultOfAddress(url);
  if (faultOfTarget) throw new SourceError(`${label}: leads to ${faultOfTarget}`);
  const hash = createHash('sha256');
  const content = await toTemporaryFile(hashed(response, label, hash));
  const version = {
    hash: hash.digest('hex'),
    ...definedIn({ etag: headers.get('etag') ?? undefined, lastModified: headers.get('last-modified') ?? undefined }),
  };
  return version.hash === known?.hash ? undefined : { content, version };
}

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
  try {
    for await (const part of body ?? []) {
      hash.update(part);
      yield part;
    }
  } catch (error) {
    throw new DownloadError(`${label}: broke off: ${reasonOf(error)}`);
  }
}

/** What `fetch` says in the cause of its errors. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  if (!(cause instanceof Error)) return message;
  return cause.message || ((cause as NodeJS.ErrnoException).code ?? message);
}
