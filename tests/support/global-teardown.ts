import { removeService } from './service';

/** Stops the shared service and removes its data. */
export default async function tearDown(): Promise<void> {
  if (globalThis.rostraService) await removeService(globalThis.rostraService);
}
