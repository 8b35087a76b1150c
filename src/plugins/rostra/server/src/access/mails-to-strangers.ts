import { app } from '../store/strapi';

/** The sender that Strapi puts into its mails, of a host that is not ours. */
const NOBODY = 'no-reply@strapi.io';
/** Requests of strangers to which the users-permissions plugin sends a mail when there is such an account. */
const ASKED_BY_STRANGERS = /\/auth\/(forgot-password|send-email-confirmation)\/*$/i;

/**
 * Keeps mails about passwords from telling who has an account (decisions, 5.3): they go out after the answer, which is the
 * same whether there is one, and whether the mail server answers. And they come from the sender of the settings.
 */
export async function quietMailsToStrangers(): Promise<void> {
  const service = app().plugin('email').service('email') as { send(mail: unknown): Promise<unknown> };
  const { send } = service;
  service.send = async (mail) => {
    if (!ASKED_BY_STRANGERS.test(app().requestContext.get()?.path ?? '')) return send(mail);
    void send(mail).catch((error: Error) => app().log.error(`A mail could not be sent: ${error.message}`));
  };
  await nameSender();
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
