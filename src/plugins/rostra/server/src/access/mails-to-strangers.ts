import { wrapMailSending } from '../../../../../strapi/mail';
import { app } from '../store/strapi';
import { PASSWORD_PAGE } from './password-page';
import { RESET_MAIL } from './reset-mail';

/** The sender that Strapi puts into its mails, of a host that is not ours. */
const NOBODY = 'no-reply@strapi.io';
/** Requests of strangers to which the users-permissions plugin sends a mail when there is such an account. */
const ASKED_BY_STRANGERS = /\/auth\/(forgot-password|send-email-confirmation)\/*$/i;

/**
 * Keeps mails about passwords from telling who has an account (decisions, 5.3): they go out after the answer, which is the
 * same whether there is one, and whether the mail server answers. And they come from the sender of the settings.
 */
export async function quietMailsToStrangers(): Promise<void> {
  wrapMailSending(app(), async (mail, send) => {
    if (!ASKED_BY_STRANGERS.test(app().requestContext.get()?.path ?? '')) return send(mail);
    void send(mail).catch((error: Error) => app().log.error(`A mail could not be sent: ${error.message}`));
  });
  await nameSender();
  await leadToPage();
}

/** How Strapi's mail about a forgotten password begins, in English only. */
const OF_STRAPI = 'We heard that you lost your password';

/** Lets the mail lead to the page where a new password is chosen, and say so in both languages, unless an administrator has written another. */
async function leadToPage(): Promise<void> {
  const store = (key: string) => app().store({ type: 'plugin', name: 'users-permissions', key });
  const url = `${app().config.get<string>('plugin::rostra.publicUrl')}${PASSWORD_PAGE}`;
  const advanced = (await store('advanced').get()) as { email_reset_password?: string | null } | null;
  const led = advanced?.email_reset_password;
  if (advanced && led !== url && (!led || led.endsWith(PASSWORD_PAGE)))
    await store('advanced').set({ value: { ...advanced, email_reset_password: url } });
  const templates = (await store('email').get()) as Record<string, { options: Partial<Template> }> | null;
  const options = templates?.reset_password?.options;
  if (!options?.message?.includes(OF_STRAPI)) return;
  Object.assign(options, RESET_MAIL);
  await store('email').set({ value: templates });
}

interface Template {
  object: string;
  message: string;
}

async function nameSender(): Promise<void> {
  const store = app().store({ type: 'plugin', name: 'users-permissions', key: 'email' });
  const templates = (await store.get()) as Record<string, { options: { from: Sender } }> | null;
  const [name, email] = partsOf(app().config.get<string>('plugin::email.settings.defaultFrom', ''));
  const unnamed = Object.values(templates ?? {}).filter(({ options }) => options.from.email === NOBODY);
  if (unnamed.length === 0) return;
  for (const { options } of unnamed) options.from = { name, email };
  await store.set({ value: templates });
}

interface Sender {
  name: string;
  email: string;
}

/** Name and address of `Rostra <no-reply@example.org>`. */
function partsOf(mailbox: string): [string, string] {
  const [, name = '', email = mailbox] = /^(.*?)\s*<(.+)>$/.exec(mailbox) ?? [];
  return [name, email];
}
