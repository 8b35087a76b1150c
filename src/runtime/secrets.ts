import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { withLock } from './lock';
import { readPrivateJson, writePrivateJson } from './private-files';
import { extendEnvironment, type Settings } from './settings';
import { StartError } from './start-error';

const SECRETS = {
  APP_KEYS: 'appKeys',
  API_TOKEN_SALT: 'apiTokenSalt',
  ADMIN_JWT_SECRET: 'adminJwtSecret',
  TRANSFER_TOKEN_SALT: 'transferTokenSalt',
  ENCRYPTION_KEY: 'encryptionKey',
  JWT_SECRET: 'jwtSecret',
} as const satisfies Record<string, keyof Settings>;

type SecretName = keyof typeof SECRETS;

/**
 * Completes the secrets: what the environment lacks is taken from the data folder, or made and kept there.
 * @throws StartError in production, where every secret must be given, naming all that are missing.
 */
export async function ensureSecrets(current: Settings): Promise<Settings> {
  const missing = (Object.keys(SECRETS) as SecretName[]).filter((name) => !current[SECRETS[name]]?.length);
  if (missing.length === 0) return current;
  if (current.isProduction) throw new StartError(refusal(missing), 2);
  const file = path.join(current.dataDir, 'secrets.json');
  return extendEnvironment(await withLock(current.dataDir, async () => keptSecrets(file, missing)));
}

function keptSecrets(file: string, names: SecretName[]): Record<string, string> {
  const kept = readPrivateJson<Record<SecretName, string>>(file);
  const wanted = Object.fromEntries(names.map((name) => [name, kept[name] ?? makeSecret()]));
  if (names.some((name) => !kept[name])) writePrivateJson(file, { ...kept, ...wanted });
  return wanted;
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

function refusal(missing: string[]): string {
  return [
    'In production every secret must be given in the environment or in .env. Missing:',
    ...missing.map((name) => `  ${name}`),
    'Make one for each, and keep them the same from start to start:',
    `  node -e "console.log(require('crypto').randomBytes(32).toString('base64url'))"`,
  ].join('\n');
}
