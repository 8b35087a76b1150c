import { DrainResponse } from '../src/plugins/rostra/server/src/health/drain-response';
import { settings } from '../src/runtime/settings';

/** Longer than load balancers keep a connection that nobody uses (60 s): else one might take it up as it is being closed. */
const KEEP_ALIVE_MS = 75_000;

export default () => {
  const { host, port, appKeys } = settings();
  return {
    host,
    port,
    http: {
      serverOptions: {
        ServerResponse: DrainResponse,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // Longer addresses than we take get as far as an answer that says so; beyond it is 431.
        maxHeaderSize: 65_536,
      },
    },
    app: { keys: appKeys },
    // Our own banner replaces Strapi's; see src/cli/serve.ts.
    logger: { updates: { enabled: false }, startup: { enabled: false } },
  };
};
