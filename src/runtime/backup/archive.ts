import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceFileSync } from '../../common/files';
import type { Placement } from '../postgres/placement';

/** The first line of the program tells whether it archives. */
const ON = '# archive: on';

/** Whether PostgreSQL's log of changes is archived; it is from the first backup on. */
export function isArchiving(placement: Placement): boolean {
  const file = archiveProgram(placement);
  return existsSync(file) && readFileSync(file, 'utf8').startsWith(ON);
}

/** From now on every segment of the log is archived in this folder. */
export function enableArchive(placement: Placement, wal: string): void {
  writeProgram(placement, archiveScript(wal));
}

/** From now on PostgreSQL throws its log away once it needs it no more. */
export function disableArchive(placement: Placement): void {
  writeProgram(placement, '# archive: off\nexit 0\n');
}

/**
 * What the embedded server is started with. `archive_mode` cannot change while it runs, so it is always on; the program
 * that PostgreSQL calls decides, so that the first backup needs no restart.
 */
export function archiveOptions(placement: Placement, wal: string): string[] {
  if (process.platform === 'win32') return [];
  if (isArchiving(placement)) enableArchive(placement, wal);
  else disableArchive(placement);
  return ['archive_mode=on', `archive_command=sh ${quoteForSetting(archiveProgram(placement))} "%p" "%f"`];
}

/** A text as one word of a shell, within a setting in which PostgreSQL replaces `%p` and `%f`. */
export function quoteForSetting(text: string): string {
  return shellQuote(text).replaceAll('%', '%%');
}

/** A text as one word of a shell. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Beside the cluster, where PostgreSQL's own user may read, and not write. */
function archiveProgram({ cluster }: Placement): string {
  return path.join(path.dirname(cluster), 'postgres-archive.sh');
}

function writeProgram(placement: Placement, text: string): void {
  replaceFileSync(archiveProgram(placement), text, 0o644);
}

/** Only Linux flushes a single file by name. */
const FLUSH = process.platform === 'linux' ? 'sync "$1"' : 'sync';

/**
 * A segment counts when it has its name, and has it once it is on the disk. A file that is there already is never replaced:
 * the same content is good, another one is an error. Whatever fails, PostgreSQL keeps the segment and tries again.
 */
const archiveScript = (wal: string): string => `${ON}
umask 077
wal=${shellQuote(wal)}
target="$wal/$2.gz"
flush() { ${FLUSH}; }
if [ ! -d "$wal" ]; then echo "the archive $wal is not there" >&2; exit 1; fi
if [ -e "$target" ]; then
  if gzip -dc "$target" | cmp -s - "$1"; then flush "$wal"; exit $?; fi
  echo "$target is there already, and is another file" >&2
  exit 1
fi
gzip -1 <"$1" >"$target.draft" && flush "$target.draft" && mv "$target.draft" "$target" && flush "$wal" && exit 0
rm -f "$target.draft"
exit 1
`;
