import { errors } from '../errors/errors';
import { app } from './strapi';

/** A mail to one address, in plain text and as HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** When clients should try again, in seconds. */
const RETRY_AFTER = 60;

/**
 * Sends a mail through Strapi's e-mail plugin. Do not call it within a transaction: a slow mail server would hold the
 * connection. Errors: INVALID_INPUT for an address that the mail server permanently refuses, else UNAVAILABLE.
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
    if (command !== 'RCPT TO' || responseCode < 500) throw errors.unavailable(RETRY_AFTER);
    throw errors.invalidInput([
      { path: 'email', code: 'INVALID_VALUE', message: 'the mail server refuses this address' },
    ]);
  }
}
