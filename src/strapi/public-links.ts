import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/**
 * Makes the links in Strapi's own mails (password reset, address confirmation) point to the service's public URL. Strapi's setting
 * `url` would also be built into the panel, which must use the server that it was loaded from. Checked with Strapi 5.54.0.
 */
export function publishLinks(strapi: Core.Strapi, publicUrl: string): void {
  const { config } = strapi;
  assertStrapiHas(typeof config.get('admin.path') === 'string', 'path of the panel in its settings');
  for (const place of ['server.absoluteUrl', 'admin.absoluteUrl'])
    assertStrapiHas(typeof config.get(place) === 'string', `setting ${place}`);
  config.set('server.absoluteUrl', publicUrl);
  config.set('admin.absoluteUrl', `${publicUrl}${config.get('admin.path')}`);
}
