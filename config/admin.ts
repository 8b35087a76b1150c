import { settings } from '../src/runtime/settings';

export default () => {
  const { adminJwtSecret, apiTokenSalt, transferTokenSalt, encryptionKey } = settings();
  return {
    autoOpen: false,
    // `secure` of the cookie is decided for each request, see src/strapi/secure-cookies.ts.
    auth: { secret: adminJwtSecret, cookie: {} },
    apiToken: { salt: apiTokenSalt },
    transfer: { token: { salt: transferTokenSalt } },
    secrets: { encryptionKey },
    // Records have no page to preview; by default, every form advertises the feature.
    preview: { enabled: false },
    flags: { nps: false, promoteEE: false },
  };
};
