import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/** Where Strapi looks up how the cookies of the panel and of the API's refresh tokens are set. */
const PLACES = ['admin.auth.cookie', 'plugin::users-permissions.sessions.cookie'];

/**
 * Makes the cookies that keep people signed in `Secure` exactly when the request has come over HTTPS: a browser would
 * send others in the clear, and over plain HTTP it refuses them, and Koa does not set them. Strapi takes the setting anew
 * for each cookie. Checked with Strapi 5.54.0.
 */
export function secureCookies(strapi: Core.Strapi): void {
  for (const place of PLACES) {
    const cookie = strapi.config.get(place) as object | undefined;
    assertStrapiHas(typeof cookie === 'object', `setting ${place}`);
    Object.defineProperty(cookie, 'secure', {
      enumerable: true,
      get: () => strapi.requestContext.get()?.request.secure ?? false,
    });
    assertStrapiHas(strapi.config.get(`${place}.secure`) === false, `setting ${place} that is read for each request`);
  }
}
