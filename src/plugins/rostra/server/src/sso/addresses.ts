import type { SsoOptions } from './options';

/** What this service calls its own addresses of single sign-on. */
export const PATHS = {
  state: '/sso',
  panel: '/sso/panel',
  api: '/sso/api',
  callback: '/sso/callback',
  token: '/sso/api/token',
} as const;

/**
 * An address that people may be sent back to with a code; undefined when it is not one of the settings. The whole address
 * counts: the challenge is the caller's, so another page of the same origin could pass the code on to who holds the verifier.
 */
export function returnAddress(given: string | undefined, { returnUrls }: Pick<SsoOptions, 'returnUrls'>) {
  if (!given || !URL.canParse(given)) return undefined;
  const { href } = new URL(given);
  return returnUrls.includes(href) ? href : undefined;
}

/** A page of the panel (`/content-manager`), below its own path; its home page for anything else. */
export function panelAddress(given: string | undefined, panelPath: string): string {
  const home = `${panelPath}/`;
  if (!given?.startsWith('/')) return home;
  const { origin, pathname, search } = new URL(`${panelPath}${given}`, 'http://panel.invalid');
  return origin === 'http://panel.invalid' && pathname.startsWith(home) ? `${pathname}${search}` : home;
}
