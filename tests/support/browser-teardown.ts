/** Stops the browser and the services of the browser tests. */
export default async function tearDown(): Promise<void> {
  await globalThis.rostraBrowserTests?.browser.close();
  await globalThis.rostraBrowserTests?.services.stop();
}
