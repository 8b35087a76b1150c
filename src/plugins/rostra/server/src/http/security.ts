/**
 * Headers of every answer of ours. They are data, never a page: nothing in them may run, be framed or be guessed at,
 * and what they say belongs to who asked, to be asked for again with its entity tag.
 */
export const SECURITY_HEADERS: Record<string, string> = {
  'cache-control': 'private, no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // All that any answer of ours depends on.
  vary: 'Accept, Accept-Encoding, Authorization, Origin',
};
