import { collectDefaultMetrics, Gauge } from 'prom-client';
import { readStatus } from '../../../../../runtime/backup/status';
import { spaceOf } from '../../../../../runtime/free-space';
import { version } from '../../../../../runtime/version';
import { registry } from './registry';

/** How exactly the delays of the event loop are measured, in milliseconds: each time costs a wake-up. */
const PRECISION = 20;

/** Measures the process, the disks of these folders, and the backups; called once, by a process that serves. */
export function measureHost(dataDir: string, folders: Record<string, string>): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: PRECISION });
  measureDisks(folders);
  measureBackups(dataDir);
  new Gauge({
    name: 'rostra_build_info',
    help: 'The version of the service and of Node.js; always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
}

function measureDisks(folders: Record<string, string>): void {
  diskGauge(
    'rostra_disk_free_bytes',
    'Bytes of the disk of each folder that the service may still fill.',
    folders,
    'free',
  );
  diskGauge('rostra_disk_size_bytes', 'Bytes of the disk of each folder.', folders, 'size');
}

function diskGauge(name: string, help: string, folders: Record<string, string>, part: 'free' | 'size'): void {
  new Gauge({
    name,
    help,
    labelNames: ['folder'],
    registers: [registry],
    async collect() {
      for (const [folder, place] of Object.entries(folders)) this.set({ folder }, (await spaceOf(place))[part]);
    },
  });
}

/** What `npm run backup` and the archive of the embedded database leave; other ways to back up may write it, too. */
function measureBackups(dataDir: string): void {
  gauge('rostra_backup_last_timestamp_seconds', 'When the last whole backup was finished; 0 where none is known.', () =>
    secondsOf(readStatus(dataDir).lastBackupAt),
  );
  gauge(
    'rostra_backup_last_archived_timestamp_seconds',
    'When the log of the database was last archived; 0 where that is not known.',
    () => secondsOf(readStatus(dataDir).lastArchivedAt),
  );
  gauge(
    'rostra_backup_failed',
    '1 while a backup or archiving fails, a disk has less than DISK_WARNING_MB, or the status cannot be read.',
    () => Number(readStatus(dataDir).lastError !== undefined),
  );
}

const secondsOf = (time: string | undefined): number => (time === undefined ? 0 : Date.parse(time) / 1000);

function gauge(name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
