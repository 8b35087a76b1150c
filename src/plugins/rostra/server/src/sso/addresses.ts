import type { SsoOptions } from './options';

/** What this service calls its own addresses of single sign-on. */
export const PATHS = {
  state: '/sso',
  panel: '/sso/panel',
  api: '/sso/api',
  callback: '/sso/callback',
  token: '/sso/api/token',
} as const;

/** An address that people may be sent back to with a code; undefined when its origin is not among those of the settings. */
export function returnAddress(given: string | undefined, { returnOrigins }: Pick<SsoOptions, 'returnOrigins'>) {
  if (!given || !URL.canParse(given)) return undefined;
  const address = new URL(given);
  // A name and password in an address are nobody's business, and hide where it leads.
  if (address.username || address.password || !returnOrigins.includes(address.origin)) return undefined;
  address.hash = '';
  return address.href;
}

/** A page of the panel (`/content-manager`), below its own path; its home page for anything else. */
export function panelAddress(given: string | undefined, panelPath: string): string {
  const home = `${panelPath}/`;
  if (!given?.startsWith('/')) return home;
  const { origin, pathname, search } = new URL(`${panelPath}${given}`, 'http://panel.invalid');
  return origin === 'http://panel.invalid' && pathname.startsWith(home) ? `${pathname}${search}` : home;
}
