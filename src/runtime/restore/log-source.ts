import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { quoteForSetting, shellQuote } from '../backup/archive';
import type { BackupFolders } from '../backup/folders';
import { listBackups, type Manifest } from '../backup/manifest';
import type { Placement } from '../postgres/placement';
import { OLD_CLUSTER } from './swap';

interface LogSource {
  /** The file to write the script to. */
  script: string;
  wal: string;
  /** Where to look for what the archive lacks. */
  folders: string[];
  /** The name of the segment before which the log is to end, on whatever timeline. */
  end: string | undefined;
}

/**
 * Writes the script with which PostgreSQL fetches its log and returns the setting that names it. A damaged segment ends the restore,
 * since it must not count as the end of the log. Where there is no sound history of a timeline of which the archive holds anything, the
 * script makes an empty one: the number is taken, and no ancestor is known.
 */
export function logSource(source: LogSource): string {
  const { script } = source;
  writeFileSync(script, fetchScript(source));
  chmodSync(script, 0o644);
  return `restore_command=sh ${quoteForSetting(script)} "%f" "%p"`;
}

/**
 * The logs of the current cluster and of those that restores replaced, the latest first; none if the current one is not that of the backup,
 * so that its log does not continue the archive.
 */
export function ownLogs(cluster: string, backup: Pick<Manifest, 'systemIdentifier'>): string[] {
  if (!isClusterOf(cluster, backup)) return [];
  const [folder, name] = [path.dirname(cluster), path.basename(cluster)];
  const replaced = readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}${OLD_CLUSTER}`))
    .map((entry) => path.join(folder, entry))
    .filter((entry) => isClusterOf(entry, backup))
    .sort()
    .reverse();
  return [cluster, ...replaced].map((entry) => path.join(entry, 'pg_wal'));
}

/** The same for the backups that are kept, which are of one database. */
export function ownLogsFor(folders: BackupFolders, { cluster }: Pick<Placement, 'cluster'>): string[] {
  const newest = listBackups(folders).at(-1);
  return newest ? ownLogs(cluster, newest) : [];
}

function isClusterOf(cluster: string, { systemIdentifier }: Pick<Manifest, 'systemIdentifier'>): boolean {
  const control = path.join(cluster, 'global', 'pg_control');
  return existsSync(control) && readFileSync(control).readBigUInt64LE().toString() === systemIdentifier;
}

/** PostgreSQL reads exit code 1 as "does not exist", and stops at any code above 125. */
const fetchScript = ({ wal, folders, end }: Omit<LogSource, 'script'>): string => `wal=${shellQuote(wal)}
if [ ! -d "$wal" ]; then echo "the archive $wal does not exist" >&2; exit 130; fi
${end === undefined ? '' : `case $1 in ????????${end.slice(8)}) exit 1 ;; esac`}
if [ -f "$wal/$1.gz" ]; then
  gzip -dc "$wal/$1.gz" >"$2" && exit 0
  case $1 in
    *.history) ;;
    *) exit 130 ;;
  esac
fi
for folder in ${folders.map(shellQuote).join(' ')}; do
  if [ -s "$folder/$1" ]; then
    cp "$folder/$1" "$2" && exit 0
    exit 130
  fi
done
case $1 in
  *.history)
    for each in "$wal/\${1%.history}"*.gz; do
      if [ -f "$each" ]; then : >"$2" && exit 0; exit 130; fi
    done ;;
esac
exit 1
`;
