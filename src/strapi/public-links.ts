import type { Core } from '@strapi/strapi';
import { assertStrapiHas } from './assert-strapi-has';

/**
 * Lets the links in Strapi's own mails (a forgotten password of the panel, a confirmed address) lead to where people reach
 * the service. The setting `url` of Strapi would also be built into the panel, which shall ask the server that it came
 * from. Checked with Strapi 5.54.0.
 */
export function publishLinks(strapi: Core.Strapi, publicUrl: string): void {
  const { config } = strapi;
  assertStrapiHas(typeof config.get('admin.path') === 'string', 'path of the panel in its settings');
  for (const place of ['server.absoluteUrl', 'admin.absoluteUrl'])
    assertStrapiHas(typeof config.get(place) === 'string', `setting ${place}`);
  config.set('server.absoluteUrl', publicUrl);
  config.set('admin.absoluteUrl', `${publicUrl}${config.get('admin.path')}`);
}
