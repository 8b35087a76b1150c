import { settings } from '../src/runtime/settings';

export default () => {
  const { host, port, appKeys } = settings();
  return {
    host,
    port,
    app: { keys: appKeys },
    // Our own banner replaces Strapi's; see src/cli/serve.ts.
    logger: { updates: { enabled: false }, startup: { enabled: false } },
  };
};
