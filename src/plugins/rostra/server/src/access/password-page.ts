import { pagePolicy, scriptSource } from '../../../../../common/digest';
import type { PageRoute } from '../http/routes';
import type { Answer } from '../resource/endpoint';
import { type PageTexts, TEXTS } from './password-page-texts';

const STYLE = `body{margin:0;font:1rem/1.6 system-ui,"Noto Sans TC",sans-serif;color:#212134;background:#f6f6f9}
main{max-width:26rem;margin:3rem auto;padding:2rem;background:#fff;border-radius:4px;box-shadow:0 1px 4px #2121341a}
h1{margin-top:0;font-size:1.5rem}
label{display:block;margin-top:1rem}
input,button{box-sizing:border-box;width:100%;margin-top:.25rem;padding:.6rem;font:inherit;border:1px solid #8e8ea9;border-radius:4px}
button{margin-top:1.5rem;color:#fff;background:#4945ff;border-color:#4945ff}
.hint{margin:.25rem 0 0;font-size:.85rem;color:#666687}`;

/** Runs in the browser. It checks the length of the password itself, so a 400 from the server means a bad code. */
const SCRIPT = `(() => {
  const form = document.getElementById('form');
  const message = document.getElementById('message');
  const code = new URLSearchParams(location.search).get('code');
  history.replaceState(null, '', location.pathname);
  const show = (name, isEnd) => {
    message.textContent = message.dataset[name];
    message.hidden = false;
    form.hidden = Boolean(isEnd);
  };
  if (!code) return show('ended', true);
  const valueOf = (id) => document.getElementById(id).value;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const password = valueOf('password');
    const bytes = new TextEncoder().encode(password).length;
    if (password !== valueOf('again')) return show('different');
    if (password.length < 8 || bytes > 72) return show('short');
    try {
      const answer = await fetch('/api/auth/reset-password', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, password, passwordConfirmation: password }),
      });
      if (answer.ok) return show('done', true);
      if (answer.status === 400) return show('ended', true);
      show(answer.status === 429 ? 'busy' : 'failed');
    } catch {
      show('failed');
    }
  });
})();`;

/** The path that the mail about a forgotten password links to. */
export const PASSWORD_PAGE = '/citizen/password';

/** Allows the page's own script and style by hash. */
const POLICY = pagePolicy(`script-src ${scriptSource(SCRIPT)}`, `style-src ${scriptSource(STYLE)}`);

/**
 * `GET /citizen/password?code=…`: the form for a new password, with the code from a mail. The code stays in the browser: the
 * script removes it from the address and sends it with the password.
 */
export function passwordPage(): PageRoute {
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
