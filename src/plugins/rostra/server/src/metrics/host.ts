import { collectDefaultMetrics, Gauge } from 'prom-client';
import { readStatus } from '../../../../../runtime/backup/status';
import { spaceOf } from '../../../../../runtime/free-space';
import { version } from '../../../../../runtime/version';
import { gauge, gaugeBy, registry } from './registry';

/** The sampling interval for event-loop delays, in milliseconds; each sample costs a wake-up. */
const PRECISION_MS = 20;

/** Registers the metrics of the process, the disks of these folders and the backups. Call it once, in a serving process. */
export function measureHost(dataDir: string, folders: Record<string, string>): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: PRECISION_MS });
  measureDisks(folders);
  measureBackups(dataDir);
  new Gauge({
    name: 'rostra_build_info',
    help: 'Versions of the service and of Node.js as labels; always 1.',
    labelNames: ['version', 'node'],
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
}

function measureDisks(folders: Record<string, string>): void {
  const spaces = async (field: 'free' | 'size') =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(folders).map(async ([name, path]) => [name, (await spaceOf(path))[field]] as const),
      ),
    );
  gaugeBy('folder', 'rostra_disk_free_bytes', 'Free disk space for each folder in bytes.', () => spaces('free'));
  gaugeBy('folder', 'rostra_disk_size_bytes', 'Disk size for each folder in bytes.', () => spaces('size'));
}

/** Reads the backup status that `npm run backup` and the archiving of the embedded database write. Other tools may write it too. */
function measureBackups(dataDir: string): void {
  gauge('rostra_backup_last_timestamp_seconds', 'Time of the last complete backup; 0 if none is known.', () =>
    secondsOf(readStatus(dataDir).lastBackupAt),
  );
  gauge(
    'rostra_backup_last_archived_timestamp_seconds',
    'Time when the log of the database was last archived; 0 if unknown.',
    () => secondsOf(readStatus(dataDir).lastArchivedAt),
  );
  gauge(
    'rostra_backup_last_verified_timestamp_seconds',
    'Time when all kept backups were last verified; 0 if unknown.',
    () => secondsOf(readStatus(dataDir).lastVerifiedAt),
  );
  gauge(
    'rostra_backup_failed',
    '1 while a backup or archiving fails, a kept backup is damaged, a disk has less than DISK_WARNING_MB free, or the status cannot be read.',
    () => Number(readStatus(dataDir).lastError !== undefined),
  );
}

const secondsOf = (time: string | undefined): number => (time === undefined ? 0 : Date.parse(time) / 1000);
