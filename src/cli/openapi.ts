import '../runtime/utc';
import '../strapi/late-modules';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openApi } from '../plugins/rostra/server/src/describe/openapi';
import { allRoutes } from '../plugins/rostra/server/src/http/routes';
import { appDir } from '../runtime/paths';
import { withStrapi } from '../runtime/strapi';
import { commandLine, runCommand } from './command';

/** The stored OpenAPI document; a test compares it with the one that the service returns. */
const FILE = path.join('docs', 'openapi.json');

const program = commandLine('openapi', `Writes the OpenAPI document to ${FILE}.`).action(async () => {
  const document = await withStrapi(async () => openApi(allRoutes()));
  await writeFile(path.join(appDir, FILE), `${JSON.stringify(document, null, 2)}\n`);
  console.log(`Wrote ${FILE}.`);
});

runCommand(program);
