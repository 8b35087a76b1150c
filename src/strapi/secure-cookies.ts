import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** The settings for the cookies of the panel and of the API's refresh tokens. */
const SETTINGS = ['admin.auth.cookie', 'plugin::users-permissions.sessions.cookie'];

/**
 * Makes session cookies `Secure` if and only if the request came over HTTPS. Browsers would send others unencrypted; over plain
 * HTTP, browsers refuse secure cookies, and Koa does not set them. Strapi reads the setting for each cookie. Checked with Strapi
 * 5.54.0.
 */
export function secureCookies(strapi: Core.Strapi): void {
  for (const setting of SETTINGS) {
    const cookie = strapi.config.get(setting) as object | undefined;
    assertStrapiHas(typeof cookie === 'object', `setting ${setting}`);
    Object.defineProperty(cookie, 'secure', {
      enumerable: true,
      get: () => strapi.requestContext.get()?.request.secure ?? false,
    });
    assertStrapiHas(
      strapi.config.get(`${setting}.secure`) === false,
      `setting ${setting} that is read for each request`,
    );
  }
}
