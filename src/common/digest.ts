import { createHash } from 'node:crypto';

/** The SHA-256 digest of a text. */
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The source expression of a Content Security Policy that allows exactly this script or style. */
export const scriptSource = (text: string): string => `'sha256-${sha256(text).toString('base64')}'`;
