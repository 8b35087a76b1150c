import { createHash } from 'node:crypto';

/** The entity tag of an answer: it changes exactly when the text does (decisions, 4.2). */
export const etagOf = (body: string | Buffer): string => `"${createHash('sha1').update(body).digest('base64url')}"`;

/** Whether a header of entity tags (`If-Match`, `If-None-Match`) names this one; `*` names any. */
export function namesTag(header: string, etag: string): boolean {
  return header.split(',').some((tag) => {
    const given = tag.trim().replace(/^W\//, '');
    return given === '*' || given === etag;
  });
}
