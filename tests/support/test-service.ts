import { apiToken, panelToken } from './log-in';
import { freePort } from './port';
import { credentialsOf, type Service, startService } from './service';

/** The service under test, passed to test files through the environment. */
export interface TestContext {
  url: string;
  dataDir: string;
  environment: Record<string, string>;
  databaseUrl: string;
  /** The port that the service sends mail to; tests may listen there. */
  smtpPort: number;
  /** `admin` and `panelEditor` are for the panel, the others for the API. */
  tokens: Tokens;
}

interface Tokens {
  editor: string;
  citizen: string;
  admin: string;
  panelEditor: string;
  /** When they were issued, in epoch ms. */
  madeAt: number;
}

/** Age at which tests replace tokens, in ms; the panel's expire after 30 minutes. */
const TOKEN_AGE = 10 * 60_000;

const CITIZEN = { username: 'ming', email: 'ming@example.org', password: 'a long password' };

/** Starts a service for tests and logs in all test users once: log-ins are rate-limited. */
export async function startTestService(
  settings: Record<string, string> = {},
): Promise<{ service: Service; context: TestContext }> {
  const smtpPort = await freePort();
  const service = await startService({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    MAIL_FROM: 'Rostra <no-reply@rostra.example>',
    PUBLIC_URL: 'https://rostra.example/',
    REGISTRATIONS_PER_MINUTE: '10000',
    PANEL_LOG_INS_PER_MINUTE: '10000',
    // No test passes because a read that should have ended is cancelled, or fails because the machine is slow.
    READ_TIMEOUT: '600',
    ...settings,
  });
  await post(service, '/api/auth/local/register', CITIZEN);
  const context: TestContext = {
    url: service.url,
    dataDir: service.dataDir,
    environment: service.environment,
    databaseUrl: await databaseUrlOf(service),
    smtpPort,
    tokens: await logInAll(service),
  };
  return { service, context };
}

/** Returns the context with tokens that are valid for a whole test file; renews old ones. */
export async function withFreshTokens(service: Service, context: TestContext): Promise<TestContext> {
  if (Date.now() - context.tokens.madeAt < TOKEN_AGE) return context;
  return { ...context, tokens: await logInAll(service) };
}

async function logInAll(service: Service): Promise<Tokens> {
  const { url } = service;
  const { editor, admin, panelEditor } = await credentialsOf(service.dataDir);
  return {
    editor: await apiToken(url, editor),
    citizen: await apiToken(url, { login: CITIZEN.username, password: CITIZEN.password }),
    admin: await panelToken(url, admin),
    panelEditor: await panelToken(url, panelEditor),
    madeAt: Date.now(),
  };
}

async function post(service: Service, path: string, body: unknown): Promise<void> {
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}\n${service.log()}`);
}

const urls = new WeakMap<Service['process'], string>();

/** Returns the URL of a service's embedded database: the same as long as the service and its database run. */
export async function databaseUrlOf({ environment, process: child }: Service): Promise<string> {
  const isRunning = child.exitCode === null && child.signalCode === null;
  const url = (isRunning && urls.get(child)) || (await withEmbeddedDatabase(environment, async (found) => found));
  urls.set(child, url);
  return url;
}

/** Runs `work` with the embedded database of a data folder; starts it if it is not running. */
export async function withEmbeddedDatabase<T>(
  environment: Record<string, string>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { acquirePostgres } = require(`${process.cwd()}/dist/src/runtime/postgres.js`);
  const { readSettings } = require(`${process.cwd()}/dist/src/runtime/settings.js`);
  const { url, release } = await acquirePostgres({ settings: readSettings(environment) });
  try {
    return await work(url as string);
  } finally {
    await release();
  }
}
