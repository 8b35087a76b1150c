import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { withLock } from './lock';
import { readPrivateJson, writePrivateJson } from './private-files';
import { faultsOfSecrets, type Secret } from './secret-faults';
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
 * Completes the secrets: those missing in the environment come from the data folder, or are generated and stored
 * there.
 * @throws StartError in production, where every secret must be set and valid; lists every fault.
 */
export async function ensureSecrets(current: Settings): Promise<Settings> {
  const missing = NAMES.filter((name) => !current[SECRETS[name]]?.length);
  if (current.isProduction) {
    refuseFaulty(current, missing);
    return current;
  }
  if (missing.length === 0) return current;
  const file = path.join(current.dataDir, 'secrets.json');
  return extendEnvironment(await withLock(current.dataDir, async () => loadOrCreateSecrets(file, missing)));
}

function refuseFaulty(current: Settings, missing: SecretName[]): void {
  const secrets = NAMES.flatMap((name) => [current[SECRETS[name]] ?? []].flat().map((value): Secret => [name, value]));
  const faults = [...missing.map((name) => `${name}: is missing`), ...faultsOfSecrets(secrets)];
  if (faults.length > 0) throw new StartError(refusal(faults), 2);
}

function loadOrCreateSecrets(file: string, names: SecretName[]): Record<string, string> {
  const stored = readPrivateJson<Record<SecretName, string>>(file);
  const secrets = Object.fromEntries(names.map((name) => [name, stored[name] ?? makeSecret()]));
  if (names.some((name) => !stored[name])) writePrivateJson(file, { ...stored, ...secrets });
  return secrets;
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

function refusal(faults: string[]): string {
  return [
    'In production, every secret must be set in the environment or in .env, and be valid:',
    ...faults.map((fault) => `  ${fault}`),
    'Generate one for each, and keep them unchanged:',
    `  node -e "console.log(require('crypto').randomBytes(32).toString('base64url'))"`,
  ].join('\n');
}
