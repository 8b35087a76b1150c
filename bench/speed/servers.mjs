import { SERVICE, startServer } from '../support/servers.mjs';

/** Our service; `uncached` runs a statement for every read. */
export const startOurs = ({ environment }, settings = {}) => startServer([SERVICE], { ...environment, ...settings });
export const startUncached = (database) => startOurs(database, { ANSWER_CACHE_MB: '0' });
export const startBare = ({ environment }) => startServer(['bench/bare/server.mjs'], environment);
export const startStock = ({ environmentOf }, folder) =>
  startServer(['bench/stock/server.mjs', folder], environmentOf('stock'));
