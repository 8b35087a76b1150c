import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { quoteForSetting, shellQuote } from '../backup/archive';
import { ASIDE } from './aside';

/**
 * The program with which PostgreSQL fetches its log, and the setting that names it. The archive comes first; what has not got there
 * is taken from the folders given. A damaged file ends the restore: it must not be taken for the end of the log.
 */
export function logSource(script: string, wal: string, folders: string[]): string {
  writeFileSync(script, fetchScript(wal, folders));
  chmodSync(script, 0o644);
  return `restore_command=sh ${quoteForSetting(script)} "%f" "%p"`;
}

/** The logs of the present cluster, and of those that restores have put aside, the latest first. */
export function ownLogs(cluster: string): string[] {
  const [folder, name] = [path.dirname(cluster), path.basename(cluster)];
  const aside = readdirSync(folder)
    .filter((found) => found.startsWith(`${name}${ASIDE}`))
    .sort()
    .reverse();
  return [name, ...aside].map((found) => path.join(folder, found, 'pg_wal'));
}

/** PostgreSQL takes 1 for "there is none", and ends at any code above 125. */
const fetchScript = (wal: string, folders: string[]): string => `wal=${shellQuote(wal)}
if [ ! -d "$wal" ]; then echo "the archive $wal is not there" >&2; exit 130; fi
if [ -f "$wal/$1.gz" ]; then
  gzip -dc "$wal/$1.gz" >"$2" && exit 0
  exit 130
fi
for folder in ${folders.map(shellQuote).join(' ')}; do
  if [ -f "$folder/$1" ]; then
    cp "$folder/$1" "$2" && exit 0
    exit 130
  fi
done
exit 1
`;
