import { htmlPage } from '../../plugins/rostra/server/src/operate';

/** The page shown after following a confirmation link in a browser. */
export function confirmationPage(isVerified: boolean): string {
  const [zh, en] = isVerified
    ? ['您的電子郵件地址已確認。', 'Your e-mail address is confirmed.']
    : [
        '這個連結無效或已過期，或者這個地址已由其他帳號確認。如果是您的地址，請重新申請確認信。',
        'This link is invalid or has expired, or another account has confirmed the address. If it is yours, please request a new e-mail.',
      ];
  return htmlPage(`<p>${zh}</p><p lang="en">${en}</p>`);
}
