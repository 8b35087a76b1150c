/**
 * The mail with a confirmation link, in Traditional Chinese and English. Nothing in it comes from people: a stranger could
 * have added the address under a name that is an advertisement.
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
    before: '您好：有人在 Rostra 登記了這個電子郵件地址。如果是您本人，請開啟下列連結完成確認：',
    action: '確認這個地址',
    after: `連結在 ${hours} 小時內有效；再次索取後，舊的連結即失效。如果不是您，請忽略這封信，什麼事都不會發生。`,
  },
  {
    lang: 'en',
    before:
      'Hello, somebody has entered this e-mail address in Rostra. If it was you, please open this link to confirm it:',
    action: 'Confirm this address',
    after: `The link is valid for ${hours} hours, or until you ask for a new one. If it was not you, ignore this mail and nothing will happen.`,
  },
];
