import { assertStrapiHas } from './assert-strapi-has';

/** Sends a mail. */
type Send = (mail: unknown) => Promise<unknown>;

/** The part of Strapi that sends mails. */
interface Mailing {
  plugin(name: 'email'): { service(name: 'email'): unknown } | undefined;
}

/**
 * Wraps Strapi's sending of mails. Checked with Strapi 5.54.0.
 * @throws StartError when Strapi sends mails in another way.
 */
export function wrapMailSending(strapi: Mailing, wrapper: (mail: unknown, send: Send) => Promise<unknown>): void {
  const service = strapi.plugin('email')?.service('email') as { send?: Send } | undefined;
  const send = service?.send;
  assertStrapiHas(service && typeof send === 'function', 'service "email" with "send"');
  service.send = (mail) => wrapper(mail, (each) => send.call(service, each));
}
