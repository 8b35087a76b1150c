import { removeService } from './service';

/** Ends the browser and the service of the browser tests. */
export default async function tearDown(): Promise<void> {
  const { browser, service } = globalThis.rostraBrowserTests ?? {};
  await browser?.close();
  if (service) await removeService(service);
}
