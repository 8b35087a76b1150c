/** The address of the service, without a slash at the end; Strapi's types omit it. Checked with Strapi 5.54.0. */
export const backendUrl = (): string => (window.strapi as { backendURL?: string }).backendURL ?? '';
