import { createHash } from 'node:crypto';

/**
 * An entity tag is `"CONTENT.VERSION"`: a hash of the text, and one of the version of the data that it was read from. An
 * answer that was sent while it was read has only the latter, what a write answers only the former; a compressed form
 * adds its name after `~`, since its bytes are others.
 */
interface Tag {
  content: string;
  version: string;
}

const hashOf = (text: string | Buffer): string => createHash('sha1').update(text).digest('base64url');

/** The tag of an answer: another one when the text is another (decisions, 4.2), and when the version is. */
export const etagOf = (body: string | Buffer, version?: string): string =>
  `"${hashOf(body)}${version === undefined ? '' : `.${version}`}"`;

/** The tag of an answer of which the text is not known yet. */
export const versionTag = (version: string): string => `".${version}"`;

/** The version part of tags: what was asked, and the versions of all that it was read from. */
export const versionOf = (question: string, versions: string): string =>
  hashOf(`${question}\n${versions}`).slice(0, 16);

/** The tag of a compressed form. */
export const encodedTag = (etag: string, encoding: string): string => `${etag.slice(0, -1)}~${encoding}"`;

/** Whether a header of entity tags (`If-Match`, `If-None-Match`) names this text, of whatever version and in whatever form; `*` names any. */
export function namesTag(header: string, etag: string): boolean {
  const content = tagIn(etag)?.content;
  return entriesOf(header).some((entry) => entry === '*' || (content && tagIn(entry)?.content === content));
}

/** The tag of a header that names this version, as we have sent it. */
export const tagOfVersion = (header: string, version: string): string | undefined =>
  header.includes(version) ? entriesOf(header).find((entry) => tagIn(entry)?.version === version) : undefined;

const entriesOf = (header: string): string[] => header.split(',').map((entry) => entry.trim().replace(/^W\//, ''));

/** A tag that may be ours; what is not written as we write them is none. */
const TAG = /^"(?<content>[\w-]{27})?(\.(?<version>[\w-]{16}))?(~(br|gzip))?"$/;

const tagIn = (entry: string): Partial<Tag> | undefined => TAG.exec(entry)?.groups;
