import { wrapMailSending } from '../../../../../strapi/mail';
import { app } from '../store/strapi';
import { PASSWORD_PAGE } from './password-page';

/** Strapi's default sender, on a host that is not ours. */
const STRAPI_SENDER = 'no-reply@strapi.io';
/** Public requests for which the users-permissions plugin sends a mail if the account exists. */
const ACCOUNT_MAIL_REQUESTS = /\/auth\/(forgot-password|send-email-confirmation)\/*$/i;

/**
 * Prepares the mails of the users-permissions plugin. They are sent after the answer, which therefore reveals neither whether an
 * account exists nor whether the mail server works (conventions 5.3). Sets their sender, and the link to the password page.
 */
export async function prepareAccountMails(): Promise<void> {
  wrapMailSending(app(), async (mail, send) => {
    if (!ACCOUNT_MAIL_REQUESTS.test(app().requestContext.get()?.path ?? '')) return send(mail);
    void send(mail).catch((error: Error) => app().log.error(`Cannot send a mail: ${error.message}`));
  });
  await setSender();
  await linkPasswordPage();
}

/** The beginning of Strapi's own mail about a forgotten password. */
const STRAPI_BEGINNING = 'We heard that you lost your password';

/** Links the mail to the password page and makes it bilingual, unless an administrator has changed either. */
async function linkPasswordPage(): Promise<void> {
  const store = (key: string) => app().store({ type: 'plugin', name: 'users-permissions', key });
  const url = `${app().config.get<string>('plugin::rostra.publicUrl')}${PASSWORD_PAGE}`;
  const advanced = (await store('advanced').get()) as { email_reset_password?: string | null } | null;
  const current = advanced?.email_reset_password;
  if (advanced && current !== url && (!current || current.endsWith(PASSWORD_PAGE)))
    await store('advanced').set({ value: { ...advanced, email_reset_password: url } });
  const templates = (await store('email').get()) as Record<string, { options: Partial<Template> }> | null;
  const options = templates?.reset_password?.options;
  if (!options?.message?.includes(STRAPI_BEGINNING)) return;
  Object.assign(options, RESET_MAIL);
  await store('email').set({ value: templates });
}

interface Template {
  object: string;
  message: string;
}

async function setSender(): Promise<void> {
  const store = app().store({ type: 'plugin', name: 'users-permissions', key: 'email' });
  const templates = (await store.get()) as Record<string, { options: { from: Sender } }> | null;
  const [name, email] = parseMailbox(app().config.get<string>('plugin::email.settings.defaultFrom', ''));
  const unset = Object.values(templates ?? {}).filter(({ options }) => options.from.email === STRAPI_SENDER);
  if (unset.length === 0) return;
  for (const { options } of unset) options.from = { name, email };
  await store.set({ value: templates });
}

interface Sender {
  name: string;
  email: string;
}

/** Splits `Rostra <no-reply@example.org>` into name and address. */
function parseMailbox(mailbox: string): [string, string] {
  const [, name = '', email = mailbox] = /^(.*?)\s*<(.+)>$/.exec(mailbox) ?? [];
  return [name, email];
}

/** The mail about a forgotten password, a template of the users-permissions plugin. It contains no text from users. */
const RESET_MAIL = {
  object: '重設密碼 – Reset your password',
  message: `<div lang="zh-Hant"><p>您好：我們收到要求，要重設您在 Rostra 的密碼。如果是您本人，請開啟下列連結設定新密碼：</p>
<p><%= URL %>?code=<%= TOKEN %></p>
<p>如果不是您，請忽略這封信，密碼不會改變。</p></div>
<hr>
<div lang="en"><p>Hello, somebody asked to reset your Rostra password. If it was you, open this link and choose a new one:</p>
<p><%= URL %>?code=<%= TOKEN %></p>
<p>If it was not you, ignore this mail: your password does not change.</p></div>`,
};
