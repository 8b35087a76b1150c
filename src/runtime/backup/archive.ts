import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceFileSync } from '../../common/files';
import type { Placement } from '../postgres/placement';

/** The first line of the archive script: whether it archives. */
const ON = '# archive: on';

/** Whether PostgreSQL's write-ahead log is archived, which it is from the first backup on. */
export function isArchiving(placement: Placement): boolean {
  const file = archiveScriptFile(placement);
  return existsSync(file) && readFileSync(file, 'utf8').startsWith(ON);
}

/** Starts archiving every segment of the log in this folder. */
export function enableArchive(placement: Placement, wal: string): void {
  writeScript(placement, archiveScript(wal));
}

/** Stops archiving: PostgreSQL discards its log once it no longer needs it. */
export function disableArchive(placement: Placement): void {
  writeScript(placement, '# archive: off\nexit 0\n');
}

/**
 * Server options for archiving. `archive_mode` cannot change at run time, so it is always on; the script that
 * PostgreSQL calls decides, so that the first backup needs no restart.
 */
export function archiveOptions(placement: Placement, wal: string): string[] {
  if (process.platform === 'win32') return [];
  if (isArchiving(placement)) enableArchive(placement, wal);
  else disableArchive(placement);
  return ['archive_mode=on', `archive_command=sh ${quoteForSetting(archiveScriptFile(placement))} "%p" "%f"`];
}

/** Quotes a shell word inside a setting in which PostgreSQL replaces `%p` and `%f`. */
export function quoteForSetting(text: string): string {
  return shellQuote(text).replaceAll('%', '%%');
}

/** Quotes a shell word. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Next to the cluster, where PostgreSQL's user may read but not write. */
function archiveScriptFile({ cluster }: Placement): string {
  return path.join(path.dirname(cluster), 'postgres-archive.sh');
}

function writeScript(placement: Placement, text: string): void {
  replaceFileSync(archiveScriptFile(placement), text, 0o644);
}

/** Only Linux can flush a single file by name. */
const FLUSH = process.platform === 'linux' ? 'sync "$1"' : 'sync';

/**
 * A segment gets its name only once it is on the disk. An existing file is never replaced: equal content is success,
 * different content an error. After any failure, PostgreSQL keeps the segment and retries.
 */
const archiveScript = (wal: string): string => `${ON}
umask 077
wal=${shellQuote(wal)}
target="$wal/$2.gz"
flush() { ${FLUSH}; }
if [ ! -d "$wal" ]; then echo "the archive $wal does not exist" >&2; exit 1; fi
if [ -e "$target" ]; then
  if gzip -dc "$target" | cmp -s - "$1"; then flush "$wal"; exit $?; fi
  echo "$target already exists with different content" >&2
  exit 1
fi
gzip -1 <"$1" >"$target.draft" && flush "$target.draft" && mv "$target.draft" "$target" && flush "$wal" && exit 0
rm -f "$target.draft"
exit 1
`;
