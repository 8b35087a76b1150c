import { connectToPool } from './worker-service';

/** Gives a browser test the service of its worker. */
export = (): Promise<void> => connectToPool(process.env.ROSTRA_BROWSER_TEST_POOL);
