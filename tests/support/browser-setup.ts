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

function launch(): Promise<BrowserServer> {
  const { executablePath, environment } = findChromium();
  return chromium.launchServer({
    executablePath,
    env: { ...process.env, ...environment } as Record<string, string>,
    // The tests may run as root, where Chromium has no sandbox; they open only our own pages.
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic'],
  });
}
