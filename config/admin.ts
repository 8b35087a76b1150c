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
    // Records have no page to be previewed on; unset, every form advertises it.
    preview: { enabled: false },
    flags: { nps: false, promoteEE: false },
  };
};
