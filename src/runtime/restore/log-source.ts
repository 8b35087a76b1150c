import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { quoteForSetting, shellQuote } from '../backup/archive';
import { OLD_CLUSTER } from './swap';

/**
 * Writes the script with which PostgreSQL fetches its log and returns the setting that names it. The archive comes
 * first, then the given folders. A damaged file ends the restore: a segment must not count as the end of the log, nor the number of a
 * timeline as free. A damaged history of a timeline is looked for in the folders first.
 */
export function logSource(script: string, wal: string, folders: string[]): string {
  writeFileSync(script, fetchScript(wal, folders));
  chmodSync(script, 0o644);
  return `restore_command=sh ${quoteForSetting(script)} "%f" "%p"`;
}

/** The logs of the current cluster and of those that restores replaced, the latest first. */
export function ownLogs(cluster: string): string[] {
  const [folder, name] = [path.dirname(cluster), path.basename(cluster)];
  const replaced = readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}${OLD_CLUSTER}`))
    .sort()
    .reverse();
  return [name, ...replaced].map((entry) => path.join(folder, entry, 'pg_wal'));
}

/** PostgreSQL reads exit code 1 as "does not exist", and stops at any code above 125. */
const fetchScript = (wal: string, folders: string[]): string => `wal=${shellQuote(wal)}
if [ ! -d "$wal" ]; then echo "the archive $wal does not exist" >&2; exit 130; fi
absent=1
if [ -f "$wal/$1.gz" ]; then
  gzip -dc "$wal/$1.gz" >"$2" && exit 0
  case $1 in
    *.history) absent=130 ;;
    *) exit 130 ;;
  esac
fi
for folder in ${folders.map(shellQuote).join(' ')}; do
  if [ -f "$folder/$1" ]; then
    cp "$folder/$1" "$2" && exit 0
    exit 130
  fi
done
exit $absent
`;
