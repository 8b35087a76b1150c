import type { Core } from '@strapi/strapi';
import { preparePanelSessions } from '../../../../../strapi/panel-session';
import { type SsoSettings, ssoMiddleware } from './middleware';
import type { SsoOptions } from './options';

/** Adds single sign-on to the service. Without a provider in the settings, `/sso` only answers that there is none. */
export function addSso(
  strapi: Core.Strapi,
  settings: Omit<SsoSettings, 'options' | 'panelPath'>,
  options: SsoOptions | undefined,
): void {
  const panelPath = strapi.config.get('admin.path', '/admin');
  strapi.server.use(ssoMiddleware({ ...settings, panelPath, options }));
  if (options) preparePanelSessions(strapi);
}
