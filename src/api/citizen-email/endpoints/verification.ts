import { type Answer, app, errors, htmlPage, publicIdIn } from '../../../plugins/rostra/server/src/operate';
import { ownAccount } from '../citizen';
import { confirmVerification, requestVerification } from '../verification';
import { defineAddressEndpoint, ITEM, messageAnswer, messageSchema, publicIdInPath } from './address-endpoint';

export const requestEmail = defineAddressEndpoint({
  name: 'requestVerification',
  method: 'GET',
  path: `${ITEM}/request_verification`,
  description: 'Sends an e-mail with a confirmation link, unless the address is already verified.',
  answers: { status: 200, schema: () => messageSchema('EMAIL_VERIFY_REQUESTED') },
  failures: {
    400: 'INVALID_INPUT: the mail server rejects the address.',
    404: 'NOT_FOUND: the citizen has no such address.',
    429: 'TOO_MANY_REQUESTS: at most three e-mails per hour to an address, ten per account. With Retry-After.',
    503: 'UNAVAILABLE: the e-mail cannot be sent; nothing has changed. With Retry-After.',
  },
  answer: async (call) => {
    const account = ownAccount(call);
    const publicId = publicIdInPath(call);
    const base = app().config.get<string>('plugin::rostra.publicUrl');
    const linkOf = (token: string) => confirmationLink({ base, handle: call.path.handle ?? '', publicId, token });
    return messageAnswer({
      message: 'EMAIL_VERIFY_REQUESTED',
      email: await requestVerification({ account, publicId, linkOf }),
    });
  },
});

/** The parts of a confirmation link; `base` is the service's web address. */
interface LinkParts {
  base: string;
  handle: string;
  publicId: number;
  token: string;
}

/**
 * Builds the link in an e-mail. Percent-encodes every byte of the handle, so that its owner cannot put a readable
 * message to strangers into it.
 */
const confirmationLink = ({ base, handle, publicId, token }: LinkParts): string =>
  `${base}/citizen/${percentEncode(handle)}/emails/${publicId}/confirm_verification/${token}`;

const percentEncode = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');

export const confirmEmail = defineAddressEndpoint({
  name: 'confirmVerification',
  method: 'GET',
  path: `${ITEM}/confirm_verification/:token`,
  access: 'public',
  description: 'Verifies the address that the token was sent to. Browsers receive a page.',
  parts: { token: { description: 'The token that was sent to the address.', schema: { type: 'string' } } },
  hasPage: true,
  answers: { status: 200, schema: () => messageSchema('EMAIL_VERIFY_SUCCESS') },
  failures: { 401: 'EMAIL_VERIFY_FAILED: the token is invalid, expired, replaced, or for another address.' },
  answer: async ({ path, prefersPage }) => {
    const { handle = '', token = '' } = path;
    const email = await confirmVerification({ handle, publicId: publicIdIn(path.emailID), token });
    if (prefersPage()) return pageOf(email !== undefined);
    if (email === undefined) throw errors.verificationFailed();
    return messageAnswer({ message: 'EMAIL_VERIFY_SUCCESS', email });
  },
});

const pageOf = (isVerified: boolean): Answer => ({
  status: isVerified ? 200 : 401,
  type: 'text/html; charset=utf-8',
  body: confirmationPage(isVerified),
  headers: {},
});

/** The page shown after following a confirmation link in a browser. */
function confirmationPage(isVerified: boolean): string {
  const [zh, en] = isVerified
    ? ['您的電子郵件地址已確認。', 'Your e-mail address is confirmed.']
    : [
        '這個連結無效或已過期，或者這個地址已由其他帳號確認。如果是您的地址，請重新申請確認信。',
        'This link is invalid or has expired, or another account has confirmed the address. If it is yours, please request a new e-mail.',
      ];
  return htmlPage(`<p>${zh}</p><p lang="en">${en}</p>`);
}
