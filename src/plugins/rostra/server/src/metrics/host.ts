import { readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { collectDefaultMetrics, Gauge } from 'prom-client';
import { z } from 'zod';
import { registry } from './registry';
import { version } from './version';

/** How exactly the delays of the event loop are measured, in milliseconds: each time costs a wake-up. */
const PRECISION = 20;

/** Measures the process, the disk of the data folder and the backups there; called once, by a process that serves. */
export function measureHost(dataDir: string): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: PRECISION });
  measureDisk(dataDir);
  measureBackups(path.join(dataDir, 'backups', 'status.json'));
  new Gauge({
    name: 'rostra_build_info',
    help: 'The version of the service and of Node.js; always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
}

function measureDisk(folder: string): void {
  gauge('rostra_disk_free_bytes', 'Bytes of the disk of DATA_DIR that the service may still fill.', async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  });
  gauge('rostra_disk_size_bytes', 'Bytes of the disk of DATA_DIR.', async () => {
    const { blocks, bsize } = await statfs(folder);
    return blocks * bsize;
  });
}

/** What `npm run backup` and the archive of the embedded database leave; other ways to back up may write it, too. */
const status = z.object({
  lastBackupAt: z.iso.datetime({ offset: true }).optional(),
  lastArchivedAt: z.iso.datetime({ offset: true }).optional(),
  lastError: z.string().optional(),
});

function measureBackups(file: string): void {
  gauge(
    'rostra_backup_last_timestamp_seconds',
    'When the last whole backup was finished; 0 where none is known.',
    async () => secondsOf((await readStatus(file)).lastBackupAt),
  );
  gauge(
    'rostra_backup_last_archived_timestamp_seconds',
    'When the log of the database was last archived; 0 where that is not known.',
    async () => secondsOf((await readStatus(file)).lastArchivedAt),
  );
  gauge('rostra_backup_failed', 'Whether the last backup or archiving has failed.', async () =>
    Number((await readStatus(file)).lastError !== undefined),
  );
}

async function readStatus(file: string): Promise<z.infer<typeof status>> {
  try {
    return status.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const isAbsent = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isAbsent ? {} : { lastError: 'unreadable' };
  }
}

const secondsOf = (time: string | undefined): number => (time === undefined ? 0 : Date.parse(time) / 1000);

function gauge(name: string, help: string, read: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}
