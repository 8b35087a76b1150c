export const STYLE = `body{margin:0;font:1rem/1.6 system-ui,"Noto Sans TC",sans-serif;color:#212134;background:#f6f6f9}
main{max-width:26rem;margin:3rem auto;padding:2rem;background:#fff;border-radius:4px;box-shadow:0 1px 4px #2121341a}
h1{margin-top:0;font-size:1.5rem}
label{display:block;margin-top:1rem}
input,button{box-sizing:border-box;width:100%;margin-top:.25rem;padding:.6rem;font:inherit;border:1px solid #8e8ea9;border-radius:4px}
button{margin-top:1.5rem;color:#fff;background:#4945ff;border-color:#4945ff}
.hint{margin:.25rem 0 0;font-size:.85rem;color:#666687}`;

/** Runs in the browser. It checks the length of the password itself, so a 400 from the server means a bad code. */
export const SCRIPT = `(() => {
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
