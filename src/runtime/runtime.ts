import { acquirePostgres } from './postgres';
import { ensureSecrets } from './secrets';
import { extendEnvironment, type Settings, settings } from './settings';
import { onStopRequest } from './stop-request';

/** What a command needs before it loads Strapi. */
export interface Runtime {
  settings: Settings;
  /** Releases PostgreSQL; further calls have no effect. */
  release: () => Promise<void>;
  /** Restarts the embedded PostgreSQL whenever it ends; its address stays the same. */
  watchDatabase: (log: (line: string) => void) => void;
  /** The folders whose disks need free space, by their content. */
  folders: Record<string, string>;
}

/**
 * Prepares settings, secrets and a running PostgreSQL, and puts them into the environment for `config/` and child
 * processes.
 * @throws StartError when a setting or secret is invalid or PostgreSQL does not start.
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

/** Runs work with settings, secrets and PostgreSQL, and releases PostgreSQL afterwards, even after a signal. */
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
