import { settings } from '../src/runtime/settings';

export default () => {
  const { adminJwtSecret, apiTokenSalt, transferTokenSalt, encryptionKey } = settings();
  return {
    autoOpen: false,
    auth: {
      secret: adminJwtSecret,
      // The panel must let people in over plain HTTP too: a proxy in front adds encryption, not this process.
      cookie: { secure: false },
    },
    apiToken: { salt: apiTokenSalt },
    transfer: { token: { salt: transferTokenSalt } },
    secrets: { encryptionKey },
    flags: { nps: false, promoteEE: false },
  };
};
