import { errors } from '../errors/errors';
import { app } from './strapi';

/** A mail to one address, in plain text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** When to try again, in seconds. */
const LATER = 60;

/**
 * Hands a mail to the provider of Strapi's e-mail plugin. Not to be called within a transaction: a slow mail server would
 * hold its connection. Errors: INVALID_INPUT for an address that the mail server refuses for good, else UNAVAILABLE.
 */
export async function sendMail(mail: Mail): Promise<void> {
  try {
    await app().plugin('email').service('email').send(mail);
  } catch (error) {
    const {
      command,
      responseCode = 0,
      message,
    } = error as { command?: string; responseCode?: number; message: string };
    app().log.error(`A mail could not be sent: ${message}`);
    if (command !== 'RCPT TO' || responseCode < 500) throw errors.unavailable(LATER);
    throw errors.invalidInput([
      { path: 'email', code: 'INVALID_VALUE', message: 'the mail server refuses this address' },
    ]);
  }
}
