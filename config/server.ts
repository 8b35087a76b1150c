import { settings } from '../src/runtime/settings';

export default () => {
  const { host, port, appKeys } = settings();
  return {
    host,
    port,
    // Longer addresses than we take get as far as an answer that says so; beyond it is 431.
    http: { serverOptions: { maxHeaderSize: 65_536 } },
    app: { keys: appKeys },
    // Our own banner replaces Strapi's; see src/cli/serve.ts.
    logger: { updates: { enabled: false }, startup: { enabled: false } },
  };
};
