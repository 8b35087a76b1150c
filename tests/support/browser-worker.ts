import { connectToPool } from './worker-service';

/** Connects a browser test to the service of its worker. */
export = (): Promise<void> => connectToPool(process.env.ROSTRA_BROWSER_TEST_POOL);
