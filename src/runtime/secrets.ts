import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { withLock } from './lock';
import { readPrivateJson, writePrivateJson } from './private-files';
import { faultsOfSecrets, type Given } from './secret-faults';
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

const NAMES = Object.keys(SECRETS) as SecretName[];

/**
 * Completes the secrets: what the environment lacks is taken from the data folder, or made and kept there.
 * @throws StartError in production, where every secret must be given and good, naming every fault.
 */
export async function ensureSecrets(current: Settings): Promise<Settings> {
  const missing = NAMES.filter((name) => !current[SECRETS[name]]?.length);
  if (current.isProduction) {
    refuseFaulty(current, missing);
    return current;
  }
  if (missing.length === 0) return current;
  const file = path.join(current.dataDir, 'secrets.json');
  return extendEnvironment(await withLock(current.dataDir, async () => keptSecrets(file, missing)));
}

function refuseFaulty(current: Settings, missing: SecretName[]): void {
  const given = NAMES.flatMap((name) => [current[SECRETS[name]] ?? []].flat().map((value): Given => [name, value]));
  const faults = [...missing.map((name) => `${name}: is missing`), ...faultsOfSecrets(given)];
  if (faults.length > 0) throw new StartError(refusal(faults), 2);
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

function refusal(faults: string[]): string {
  return [
    'In production every secret must be given in the environment or in .env, and be good:',
    ...faults.map((fault) => `  ${fault}`),
    'Make one for each, and keep them the same from start to start:',
    `  node -e "console.log(require('crypto').randomBytes(32).toString('base64url'))"`,
  ].join('\n');
}
