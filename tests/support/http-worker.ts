import { connectToPool } from './worker-service';

/** Connects an HTTP test to the service of its worker. */
export = (): Promise<void> => connectToPool(process.env.ROSTRA_TEST_POOL);
