import { errors } from '../errors/errors';
import { app } from './strapi';

/** A mail to one address, in plain text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** How long a mail may take in all, in ms; each step of its delivery is limited by the provider, too. */
const PATIENCE = 20_000;
/** When to try again, in seconds. */
const LATER = 60;

/**
 * Hands a mail to the provider of Strapi's e-mail plugin. Not to be called within a transaction: a slow mail server would
 * hold its connection. Errors: INVALID_INPUT for an address that the mail server refuses for good, else UNAVAILABLE.
 */
export async function sendMail(mail: Mail): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the mail server took longer than ${PATIENCE} ms`)), PATIENCE);
  });
  try {
    await Promise.race([app().plugin('email').service('email').send(mail), late]);
  } catch (error) {
    const {
      command,
      responseCode = 0,
      message,
    } = error as { command?: string; responseCode?: number; message: string };
    if (command === 'RCPT TO' && responseCode >= 500) {
      const fault = { path: 'email', code: 'INVALID_VALUE' as const, message: 'the mail server refuses this address' };
      throw errors.invalidInput([fault]);
    }
    app().log.error(`A mail could not be sent: ${message}`);
    throw errors.unavailable(LATER);
  } finally {
    clearTimeout(timer);
  }
}
