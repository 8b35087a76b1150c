// What every benchmarked service needs: its own environment, secrets and a port.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';

const SECRETS = [
  'APP_KEYS',
  'API_TOKEN_SALT',
  'ADMIN_JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
];

/**
 * The environment of a production service with new secrets, independent of the settings of other services on the
 * machine.
 */
export const productionEnvironment = () => ({
  ...inherited(),
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  NODE_NO_WARNINGS: '1',
  ...Object.fromEntries(SECRETS.map((name) => [name, randomBytes(32).toString('base64url')])),
});

function inherited() {
  const own = /^(PATH|HOME|LANG|LC_.*|TMPDIR|SystemRoot)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => own.test(name)));
}

/** Finds a free port of this machine. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
