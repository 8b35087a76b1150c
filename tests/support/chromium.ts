import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from './service';

/** A browser's program and environment. */
export interface Chromium {
  executablePath: string;
  environment: Record<string, string>;
}

const PROGRAM_NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const KNOWN_PATHS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].map((name) =>
    path.join(process.env[name] ?? '', 'Google/Chrome/Application/chrome.exe'),
  ),
};

/**
 * Finds the Chromium for the tests: the one that `CHROME_PATH` names; else, on Linux x64, the one from npm; else an
 * installed one. Throws if there is none.
 */
export function findChromium(): Chromium {
  const configured = process.env.CHROME_PATH;
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROME_PATH does not exist: ${configured}`);
    return { executablePath: configured, environment: {} };
  }
  if (process.platform === 'linux' && process.arch === 'x64') return fromNpm();
  const installed = findInstalled();
  if (!installed)
    throw new Error('The browser tests need Chrome or Chromium. Install one, or set CHROME_PATH to its executable.');
  return { executablePath: installed, environment: {} };
}

function fromNpm(): Chromium {
  const script = path.join(__dirname, 'npm-chromium.mjs');
  const output = execFileSync(process.execPath, [script, path.join(root, '.tmp')], { encoding: 'utf8' });
  return JSON.parse(output) as Chromium;
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const onPath = PROGRAM_NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...onPath, ...(KNOWN_PATHS[process.platform] ?? [])].find((file) => existsSync(file));
}
