/** The parts of a confirmation link; `base` is the service's web address. */
interface LinkParts {
  base: string;
  handle: string;
  number: number;
  token: string;
}

/**
 * Builds the link in an e-mail. Percent-encodes every byte of the handle, so that its owner cannot put a readable
 * message to strangers into it.
 */
export const confirmationLink = ({ base, handle, number, token }: LinkParts): string =>
  `${base}/citizen/${encoded(handle)}/emails/${number}/confirm_verification/${token}`;

const encoded = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');
