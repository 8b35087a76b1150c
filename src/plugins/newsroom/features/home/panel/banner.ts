const KEY = 'STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_false';

/**
 * Dismisses Strapi's banner about its media library, which says nothing to editors. Strapi keeps that in the browser, by
 * an identifier that its `init` answers; asked for here before the panel asks, so that the banner does not come up.
 */
export async function dismissBanner(): Promise<void> {
  if (Object.entries(localStorage).some(([key, value]) => key.startsWith(`${KEY}:`) && value === 'true')) return;
  const answer = await fetch(`${backendUrl()}/admin/init`).catch(() => undefined);
  const { data } = ((await answer?.json().catch(() => undefined)) ?? {}) as { data?: { uuid?: string | false } };
  if (answer?.ok) localStorage.setItem(`${KEY}:${data?.uuid}`, 'true');
}

const backendUrl = (): string => (window.strapi as unknown as { backendURL?: string }).backendURL ?? '';
