import { type BrowserServer, chromium } from 'playwright-core';
import { findChromium } from './chromium';
import { type ServicePool, startServicePool } from './service-pool';

declare global {
  var rostraBrowserTests: { services: ServicePool; browser: BrowserServer } | undefined;
}

/** Starts the shared browser and the pool of services of the browser tests. */
export default function setUp(): Promise<void> {
  return startBrowserAndPool();
}

/** Starts both, with additional settings for the services. */
export async function startBrowserAndPool(settings: Record<string, string> = {}): Promise<void> {
  const browser = await launch();
  const services = await startServicePool({ settings });
  globalThis.rostraBrowserTests = { services, browser };
  process.env.ROSTRA_BROWSER_TEST_POOL = services.address;
  process.env.ROSTRA_BROWSER = browser.wsEndpoint();
}

/**
 * V8's flags. The tests load the panel again and again, each time in a new document: most code runs once, so it is not optimized, and what is
 * compiled stays. Three workers keep all processors busy: threads for compiling and collecting would only add to the work.
 */
const V8_FLAGS = ['--single-threaded', '--no-opt', '--no-maglev', '--no-flush-bytecode'];

function launch(): Promise<BrowserServer> {
  const { executablePath, environment } = findChromium();
  return chromium.launchServer({
    executablePath,
    env: { ...process.env, ...environment } as Record<string, string>,
    // The tests may run as root, where Chromium has no sandbox; they open only our own pages.
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic', `--js-flags=${V8_FLAGS.join(' ')}`],
  });
}
