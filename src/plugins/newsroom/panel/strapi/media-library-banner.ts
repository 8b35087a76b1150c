import { backendUrl } from './paths';

const KEY = 'STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false';

/**
 * Dismisses Strapi's banner about its media library, which is of no use to editors. Strapi stores dismissals in the browser
 * under an identifier from its `init` endpoint, which this reads first so that the banner never appears.
 * Checked with Strapi 5.54.0.
 */
export async function dismissBanner(): Promise<void> {
  if (Object.entries(localStorage).some(([key, value]) => key.startsWith(`${KEY}:`) && value === 'true')) return;
  const response = await fetch(`${backendUrl()}/admin/init`).catch(() => undefined);
  const { data } = ((await response?.json().catch(() => undefined)) ?? {}) as { data?: { uuid?: string | false } };
  if (response?.ok) localStorage.setItem(`${KEY}:${data?.uuid}`, 'true');
}
