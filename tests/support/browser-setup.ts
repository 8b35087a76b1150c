import { type BrowserServer, chromium } from 'playwright-core';
import { findChromium } from './chromium';
import { type ServicePool, startServicePool } from './service-pool';

declare global {
  var rostraBrowserTests: { services: ServicePool; browser: BrowserServer } | undefined;
}

/** Starts the browser that the browser tests share, and a pool of services that is theirs alone. */
export default function setUp(): Promise<void> {
  return startBrowserAndPool();
}

/** The same with settings of its own for the services. */
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
    // The tests may run as root, where a sandbox is not to be had; the only pages are our own.
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-quic'],
  });
}
