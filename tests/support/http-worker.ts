import { connectToPool } from './worker-service';

/** Gives an HTTP test the service of its worker. */
export = (): Promise<void> => connectToPool(process.env.ROSTRA_TEST_POOL);
