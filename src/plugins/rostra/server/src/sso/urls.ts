import type { SsoOptions } from './options';

/** The paths of single sign-on. */
export const PATHS = {
  state: '/sso',
  panel: '/sso/panel',
  api: '/sso/api',
  callback: '/sso/callback',
  token: '/sso/api/token',
} as const;

/**
 * Normalizes a URL to which a code may be sent; undefined if the settings do not list it. The whole URL must match: the
 * caller chooses the challenge, so another page of the same origin could leak the code to an attacker with the verifier.
 */
export function returnUrl(text: string | undefined, { returnUrls }: Pick<SsoOptions, 'returnUrls'>) {
  if (!text || !URL.canParse(text)) return undefined;
  const { href } = new URL(text);
  return returnUrls.includes(href) ? href : undefined;
}

/** The path of a page of the panel (`/content-manager`); the panel's home page for anything else. */
export function panelPathOf(text: string | undefined, panelPath: string): string {
  const home = `${panelPath}/`;
  if (!text?.startsWith('/')) return home;
  const { origin, pathname, search } = new URL(`${panelPath}${text}`, 'http://panel.invalid');
  return origin === 'http://panel.invalid' && pathname.startsWith(home) ? `${pathname}${search}` : home;
}
