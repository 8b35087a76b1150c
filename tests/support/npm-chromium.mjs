// Unpacks the Chromium of the npm package once, into a subfolder of the folder passed, and prints its program and
// environment as JSON. A separate program, because the package unpacks into TMPDIR.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const inPackage = (...parts) => path.resolve(require.resolve('@sparticuz/chromium'), '../../..', ...parts);
const { version } = JSON.parse(await readFile(inPackage('package.json'), 'utf8'));
const folder = path.resolve(process.argv[2], `chromium-${version}`);

if (!existsSync(folder)) await unpack();
const libraries = [path.join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean);
const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_PATH: path.join(folder, 'fonts') };
const environment = { LD_LIBRARY_PATH: libraries.join(':'), ...fonts };
console.log(JSON.stringify({ executablePath: path.join(folder, 'chromium'), environment }));

/** Unpacks atomically: later runs would take a partly unpacked folder for a complete one. */
async function unpack() {
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  process.env.TMPDIR = draft;
  const { inflate } = require(inPackage('build', 'cjs', 'lambdafs.cjs'));
  for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
    await inflate(inPackage('bin', name));
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
}
