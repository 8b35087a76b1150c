// What every service of a benchmark needs: an environment of its own, secrets and a port.
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

/** The environment of a service in production, with new secrets; the settings of one that runs beside it do not reach it. */
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

/** A port of this machine that nobody listens on. */
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
