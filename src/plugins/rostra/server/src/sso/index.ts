import type { Core } from '@strapi/strapi';
import { preparePanelSessions } from '../../../../../strapi/panel-session';
import { type SsoDoor, ssoDoor } from './door';
import type { SsoOptions } from './options';

/** Adds single sign-on to the service; without a provider in the settings, only the answer that there is none. */
export function addSso(
  strapi: Core.Strapi,
  settings: Omit<SsoDoor, 'options' | 'panelPath'>,
  options: SsoOptions | undefined,
): void {
  const panelPath = strapi.config.get('admin.path', '/admin');
  strapi.server.use(ssoDoor({ ...settings, panelPath, options }));
  if (options) preparePanelSessions(strapi);
}
