import { createHash } from 'node:crypto';

/** The SHA-256 digest of a text or bytes. */
export const sha256 = (content: string | Buffer): Buffer => createHash('sha256').update(content).digest();

/** The source expression of a Content Security Policy that allows exactly this script or style. */
export const scriptSource = (text: string): string => `'sha256-${sha256(text).toString('base64')}'`;

/** The Content Security Policy of a page: allows these sources and requests to this server. Forbids everything else, frames included. */
export const pagePolicy = (...sources: string[]): string =>
  [
    "default-src 'none'",
    ...sources,
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
