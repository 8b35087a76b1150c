import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './service';

/** A browser to be started. */
export interface Chromium {
  executablePath: string;
  environment: Record<string, string>;
}

const INSTALLED = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const ELSEWHERE: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) =>
    path.join(process.env[name] ?? '', 'Google/Chrome/Application/chrome.exe'),
  ),
};

/**
 * The Chromium of the tests: the one that `CHROME_PATH` names, else on Linux x64 the one that npm has brought, else one
 * that is installed. Errors: when there is none.
 */
export function findChromium(): Chromium {
  const given = process.env.CHROME_PATH;
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROME_PATH names no file: ${given}`);
    return { executablePath: given, environment: {} };
  }
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm();
  const found = installed();
  if (!found)
    throw new Error('The browser tests need Chrome or Chromium. Install one, or set CHROME_PATH to its program.');
  return { executablePath: found, environment: {} };
}

function fromNpm(): Chromium {
  const script = path.join(__dirname, 'npm-chromium.mjs');
  const told = execFileSync(process.execPath, [script, path.join(root, '.tmp')], { encoding: 'utf8' });
  return JSON.parse(told) as Chromium;
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = INSTALLED.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...(ELSEWHERE[process.platform] ?? [])].find((file) => existsSync(file));
}
