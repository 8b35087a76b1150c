import { Client } from 'pg';
import { credentialsOf, freePort, type Service, startService } from './service';

/** What every test file is told, through the environment. */
export interface TestContext {
  url: string;
  dataDir: string;
  environment: Record<string, string>;
  databaseUrl: string;
  /** Where the service sends its mails; a test listens there when it wants them. */
  smtpPort: number;
  /** `admin` and `panelEditor` are for the panel, the others for the API. */
  tokens: { editor: string; citizen: string; admin: string; panelEditor: string };
}

/** Starts a service that tests share, and signs in everybody they need: log-ins are rate-limited. */
export async function startTestService(
  given: Record<string, string> = {},
): Promise<{ service: Service; context: TestContext }> {
  const smtpPort = await freePort();
  const service = await startService({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(smtpPort),
    MAIL_FROM: 'Rostra <no-reply@rostra.example>',
    PUBLIC_URL: 'https://rostra.example/',
    REGISTRATIONS_PER_MINUTE: '10000',
    PANEL_LOG_INS_PER_MINUTE: '10000',
    ...given,
  });
  const context: TestContext = {
    url: service.url,
    dataDir: service.dataDir,
    environment: service.environment,
    databaseUrl: await databaseUrlOf(service),
    smtpPort,
    tokens: await signEverybodyIn(service),
  };
  const client = new Client({ connectionString: context.databaseUrl });
  await client.connect();
  await client.query('create extension if not exists pg_stat_statements');
  await client.end();
  return { service, context };
}

async function signEverybodyIn(service: Service): Promise<TestContext['tokens']> {
  const { editor, admin, panelEditor } = await credentialsOf(service.dataDir);
  const citizen = { username: 'ming', email: 'ming@example.org', password: 'a long password' };
  const toApi = async (path: string, body: unknown) => (await post(service, path, body)).jwt as string;
  const toPanel = async ({ login: email, password }: typeof admin) =>
    ((await post(service, '/admin/login', { email, password })).data as { token: string }).token;
  return {
    editor: await toApi('/api/auth/local', { identifier: editor.login, password: editor.password }),
    citizen: await toApi('/api/auth/local/register', citizen),
    admin: await toPanel(admin),
    panelEditor: await toPanel(panelEditor),
  };
}

async function post(service: Service, path: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}\n${service.log()}`);
  return (await answer.json()) as Record<string, unknown>;
}

/** The address of the embedded database, as a command that joins it is told. */
export const databaseUrlOf = ({ environment }: Service): Promise<string> =>
  withEmbeddedDatabase(environment, async (url) => url);

/** Runs the embedded database of a data folder while `work` lasts; joins it when it runs already. */
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
