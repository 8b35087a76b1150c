/** What a confirmation link is made of; `base` is the service's web address. */
interface Link {
  base: string;
  handle: string;
  number: number;
  token: string;
}

/**
 * The link in a mail. Every byte of the handle is percent-encoded, so that nobody can read in it what its owner would have
 * a stranger read.
 */
export const confirmationLink = ({ base, handle, number, token }: Link): string =>
  `${base}/citizen/${encoded(handle)}/emails/${number}/confirm_verification/${token}`;

const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
