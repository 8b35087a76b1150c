import { pagePolicy, scriptSource } from '../../../../../common/digest';
import type { Page } from '../http/routes';
import type { Answer } from '../resource/endpoint';
import { SCRIPT, STYLE } from './password-page-assets';
import { type PageTexts, TEXTS } from './password-page-texts';

/** The path that the mail about a forgotten password links to. */
export const PASSWORD_PAGE = '/citizen/password';

/** Allows the page's own script and style by hash. */
const POLICY = pagePolicy(`script-src ${scriptSource(SCRIPT)}`, `style-src ${scriptSource(STYLE)}`);

/**
 * `GET /citizen/password?code=…`: the form for a new password, with the code from a mail. The code stays in the browser: the
 * script removes it from the address and sends it with the password.
 */
export function passwordPage(): Page {
  const pages = { 'zh-Hant': answerIn('zh-Hant'), en: answerIn('en') };
  return {
    method: 'GET',
    path: PASSWORD_PAGE,
    answer: async ({ language }) => (language(['zh-Hant', 'zh-TW', 'zh', 'en']) === 'en' ? pages.en : pages['zh-Hant']),
  };
}

const answerIn = (language: keyof typeof TEXTS): Answer => ({
  status: 200,
  type: 'text/html; charset=utf-8',
  body: html(language, TEXTS[language]),
  headers: {
    'content-security-policy': POLICY,
    'content-language': language,
    'cache-control': 'no-store',
    vary: 'Accept-Encoding, Accept-Language',
  },
});

const html = (language: string, texts: PageTexts): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${texts.title} – Rostra</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${texts.title}</h1>
<noscript><p role="alert">${texts.noScript}</p></noscript>
<form id="form">
<label>${texts.password}<input id="password" type="password" autocomplete="new-password" required></label>
<p class="hint">${texts.rule}</p>
<label>${texts.again}<input id="again" type="password" autocomplete="new-password" required></label>
<button>${texts.set}</button>
</form>
<p id="message" role="alert" hidden data-done="${texts.done}" data-ended="${texts.ended}" data-different="${texts.different}" data-short="${texts.short}" data-busy="${texts.busy}" data-failed="${texts.failed}"></p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
