import { assertStrapiHas } from './assert-strapi-has';

/** Sends a mail. */
type Send = (mail: unknown) => Promise<unknown>;

/** What we need of Strapi. */
interface Mailing {
  plugin(name: 'email'): { service(name: 'email'): unknown } | undefined;
}

/**
 * Puts `around` in the place of Strapi's sending of mails. Checked with Strapi 5.54.0.
 * @throws StartError when mails are sent by something else.
 */
export function wrapMailSending(strapi: Mailing, around: (mail: unknown, send: Send) => Promise<unknown>): void {
  const service = strapi.plugin('email')?.service('email') as { send?: Send } | undefined;
  const send = service?.send;
  assertStrapiHas(service && typeof send === 'function', 'service "email" with "send"');
  service.send = (mail) => around(mail, (each) => send.call(service, each));
}
