/**
 * Builds the e-mail with a confirmation link, in Traditional Chinese and English. It contains no user input: a
 * stranger could add an address under a name that is an advertisement.
 */
export function confirmationMail(link: string, hours: number): { subject: string; text: string; html: string } {
  const paragraphs = TEXTS(hours);
  return {
    subject: '請確認您的電子郵件地址 – Please confirm your e-mail address',
    text: paragraphs.map(({ before, after }) => [before, link, after].join('\n\n')).join('\n\n---\n\n'),
    html: `<!doctype html><html><body>${paragraphs
      .map(
        ({ lang, before, action, after }) =>
          `<div lang="${lang}"><p>${before}</p><p><a href="${link}">${action}</a></p><p>${link}</p><p>${after}</p></div>`,
      )
      .join('<hr>')}</body></html>`,
  };
}

const TEXTS = (hours: number) => [
  {
    lang: 'zh-Hant',
    before: '您好：有人在 Rostra 登錄了這個電子郵件地址。如果是您本人，請點選下列連結完成確認：',
    action: '確認這個地址',
    after: `連結在 ${hours} 小時內有效；重新申請後，舊連結即失效。如果不是您本人，請忽略這封信，不會有任何影響。`,
  },
  {
    lang: 'en',
    before:
      'Hello, somebody entered this e-mail address in Rostra. If it was you, please open this link to confirm it:',
    action: 'Confirm this address',
    after: `The link is valid for ${hours} hours, or until you request a new one. If it was not you, ignore this e-mail and nothing will happen.`,
  },
];
