import { DrainResponse } from '../src/plugins/rostra/server/src/health/stage';
import { settings } from '../src/runtime/settings';

/** Longer than load balancers keep idle connections (60 s): otherwise one might reuse a connection while we close it. */
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
        // Larger than our limit on URLs, so that those get our error; beyond this, Node.js answers 431.
        maxHeaderSize: 65_536,
      },
    },
    app: { keys: appKeys },
    // Our own banner replaces Strapi's; see src/cli/serve.ts.
    logger: { updates: { enabled: false }, startup: { enabled: false } },
  };
};
