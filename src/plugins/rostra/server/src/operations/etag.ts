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

/** The tag of an answer: it changes exactly when the text does (decisions, 4.2); with a version, when that does, too. */
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
  const { content } = tagIn(etag);
  return tagsIn(header).some((tag) => tag === '*' || (content !== '' && tagIn(tag).content === content));
}

/** The tag of a header that names this version. */
export const tagOfVersion = (header: string, version: string): string | undefined =>
  header.includes(version) ? tagsIn(header).find((tag) => tagIn(tag).version === version) : undefined;

const tagsIn = (header: string): string[] => header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));

function tagIn(tag: string): Tag {
  const [content = '', version = ''] = tag.replace(/^"|(~\w+)?"$/g, '').split('.');
  return { content, version };
}
