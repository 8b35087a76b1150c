import { htmlPage } from '../../plugins/rostra/server/src/operate';

/** What a person sees who follows a confirmation link with a browser. */
export function confirmationPage(isVerified: boolean): string {
  const [zh, en] = isVerified
    ? ['您的電子郵件地址已確認。', 'Your e-mail address is confirmed.']
    : [
        '這個連結無效或已過期，或者這個地址已由另一個帳號確認。如果是您的地址，請重新索取確認信。',
        'This link is not valid, or no longer, or another account has confirmed the address. If it is yours, please ask for a new mail.',
      ];
  return htmlPage(`<p>${zh}</p><p lang="en">${en}</p>`);
}
