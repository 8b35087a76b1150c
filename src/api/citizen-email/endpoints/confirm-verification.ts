import { type Answer, errors, htmlPage, publicIdIn } from '../../../plugins/rostra/server/src/operate';
import { confirmVerification } from '../verification';
import { define, done, ITEM, messageSchema } from './shared';

export const confirmEmail = define({
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
    const email = await confirmVerification({ handle, number: publicIdIn(path.emailID), token });
    if (prefersPage()) return pageOf(email !== undefined);
    if (email === undefined) throw errors.verificationFailed();
    return done({ message: 'EMAIL_VERIFY_SUCCESS', email });
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
