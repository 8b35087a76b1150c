import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts and authenticates a value with the first secret, to be stored in a browser. */
export function seal(value: unknown, secrets: string[]): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secrets[0] ?? ''), nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Decrypts a value sealed with one of the secrets; undefined if it was changed or sealed otherwise. */
export function unseal(text: string, secrets: string[]): unknown {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
  for (const secret of secrets) {
    try {
      const opened = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE_BYTES));
      opened.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return JSON.parse(Buffer.concat([opened.update(sealed), opened.final()]).toString('utf8'));
    } catch {
      // Sealed with another secret, or forged.
    }
  }
  return undefined;
}

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'rostra single sign-on', 32));
