import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { app } from '../plugins/rostra/server/src/store/strapi';
import type { Settings } from '../runtime/settings';

/** How long the mail server may take for each step of a delivery, in ms. */
const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 15_000, dnsTimeout: 8_000 };

/** The configuration of Strapi's e-mail plugin: sends through the mail server of the settings, or writes files without one. */
export function mailProvider({ smtp, mailFrom, dataDir }: Settings) {
  return {
    provider: 'nodemailer',
    providerOptions: smtp ? { ...smtp, ...TIMEOUTS } : fileTransport(path.join(dataDir, 'mails')),
    settings: { defaultFrom: mailFrom, defaultReplyTo: mailFrom },
  };
}

/** The part that we use of what nodemailer passes to a transport. */
interface Outgoing {
  data: { to?: unknown; subject?: string; text?: unknown };
  message: { createReadStream(): NodeJS.ReadableStream; getEnvelope(): unknown; messageId(): string };
}

/** A nodemailer transport that writes each mail to a file of its own, atomically. Checked with Strapi 5.54.0. */
function fileTransport(folder: string) {
  return {
    name: 'files',
    version: '1',
    send: (mail: Outgoing, done: (error: Error | null, info?: unknown) => void) => {
      const { message } = mail;
      write(mail, folder).then(
        (file) => done(null, { envelope: message.getEnvelope(), messageId: message.messageId(), file }),
        (error: Error) => done(error),
      );
    },
  };
}

/** Writes a mail in the format in which it would be sent (`.eml`), and its readable text (`.txt`). */
async function write({ message, data }: Outgoing, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = path.join(folder, `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}`);
  await pipeline(message.createReadStream(), createWriteStream(`${name}.part`, { mode: 0o600 }));
  await writeFile(`${name}.txt`, `To: ${data.to}\nSubject: ${data.subject}\n\n${data.text}\n`, { mode: 0o600 });
  await rename(`${name}.part`, `${name}.eml`);
  app().log.info(`No mail server is configured (SMTP_HOST): wrote a mail to ${name}.txt`);
  return `${name}.eml`;
}
