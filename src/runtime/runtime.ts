import { acquirePostgres } from './postgres';
import { ensureSecrets } from './secrets';
import { extendEnvironment, type Settings, settings } from './settings';
import { onStopRequest } from './stop-request';

/** What a command needs before it may load Strapi. */
export interface Runtime {
  settings: Settings;
  /** Gives PostgreSQL back; calling it again changes nothing. */
  release: () => Promise<void>;
  /** Starts the embedded PostgreSQL again whenever it ends; it keeps its address. */
  watchDatabase: (log: (line: string) => void) => void;
  /** The folders whose disks must have room, by what is in them. */
  folders: Record<string, string>;
}

/**
 * Settings, secrets and a running PostgreSQL, all of them in the environment, where `config/` and child processes find them.
 * @throws StartError when a setting or a secret is at fault or PostgreSQL does not start.
 */
export async function openRuntime(): Promise<Runtime> {
  const current = await ensureSecrets(settings());
  const lease = await acquirePostgres({ settings: current });
  let released: Promise<void> | undefined;
  return {
    settings: extendEnvironment({ DATABASE_URL: lease.url }),
    watchDatabase: lease.watch,
    folders: { 'data folder': current.dataDir, ...(lease.folder ? { database: lease.folder } : {}) },
    release: () => {
      released ??= lease.release();
      return released;
    },
  };
}

/** Runs one piece of work with settings, secrets and PostgreSQL, and gives PostgreSQL back also when a signal ends it. */
export async function withRuntime<T>(work: (runtime: Runtime) => Promise<T>): Promise<T> {
  let runtime: Runtime | undefined;
  onStopRequest(async (exitCode) => {
    await runtime?.release();
    process.exit(exitCode);
  });
  runtime = await openRuntime();
  try {
    return await work(runtime);
  } finally {
    await runtime.release();
  }
}
