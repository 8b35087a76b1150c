import { createHash } from 'node:crypto';

/**
 * An entity tag is `"CONTENT.VERSION"`: a hash of the text, and a hash of the data version it was read from. A streamed
 * answer has only the version, the answer to a write only the content. A compressed form appends its encoding after `~`,
 * since its bytes differ.
 */
interface Tag {
  content: string;
  version: string;
}

const hashOf = (text: string | Buffer): string => createHash('sha1').update(text).digest('base64url');

/** The tag of an answer; it changes with the text (conventions 4.2) and with the version. */
export const etagOf = (body: string | Buffer, version?: string): string =>
  `"${hashOf(body)}${version === undefined ? '' : `.${version}`}"`;

/** The tag of an answer whose text is not known yet. */
export const versionTag = (version: string): string => `".${version}"`;

/** The version part of a tag: a hash of the query and the versions of the tables it reads. */
export const versionOf = (query: string, versions: string): string => hashOf(`${query}\n${versions}`).slice(0, 16);

/** The tag of a compressed form of an answer. */
export const encodedTag = (etag: string, encoding: string): string => `${etag.slice(0, -1)}~${encoding}"`;

/** Whether `If-Match` or `If-None-Match` names this text, in any version and encoding; `*` names any text. */
export function namesTag(header: string, etag: string): boolean {
  const content = tagIn(etag)?.content;
  return entriesOf(header).some((entry) => entry === '*' || (content && tagIn(entry)?.content === content));
}

/** The tag in a header that names this version, exactly as it was sent. */
export const tagOfVersion = (header: string, version: string): string | undefined =>
  header.includes(version) ? entriesOf(header).find((entry) => tagIn(entry)?.version === version) : undefined;

const entriesOf = (header: string): string[] => header.split(',').map((entry) => entry.trim().replace(/^W\//, ''));

/** The format of this service's tags; other entries match nothing. */
const TAG = /^"(?<content>[\w-]{27})?(\.(?<version>[\w-]{16}))?(~(br|gzip))?"$/;

const tagIn = (entry: string): Partial<Tag> | undefined => TAG.exec(entry)?.groups;
