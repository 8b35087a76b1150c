import { type BrowserServer, chromium } from 'playwright-core';
import { findChromium } from './chromium';
import type { Service } from './service';
import { startTestService, type TestContext } from './test-service';

/** What the browser tests are told: nothing of theirs is counted by the HTTP tests, which have another service. */
export interface BrowserTestContext extends TestContext {
  /** Where the browser that the tests share listens. */
  browser: string;
}

declare global {
  var rostraBrowserTests: { service: Service; browser: BrowserServer } | undefined;
}

/** Starts the browser and the service that the browser tests share. */
export default function setUp(): Promise<void> {
  return startBrowserAndService();
}

/** The same with settings of its own for the service. */
export async function startBrowserAndService(settings: Record<string, string> = {}): Promise<void> {
  const browser = await launch();
  try {
    const { service, context } = await startTestService(settings);
    globalThis.rostraBrowserTests = { service, browser };
    const told: BrowserTestContext = { ...context, browser: browser.wsEndpoint() };
    process.env.ROSTRA_BROWSER_TEST = JSON.stringify(told);
  } catch (error) {
    await browser.close();
    throw error;
  }
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
