import { chmodSync, writeFileSync } from 'node:fs';
import { quoteForSetting, shellQuote } from '../backup/archive';

interface LogSource {
  /** The file to write the script to. */
  script: string;
  wal: string;
  /** Where to look for what the archive lacks. */
  folders: string[];
  /** The name of the segment before which the log is to end, on whatever timeline. */
  end: string | undefined;
  /** The names of segments that go on with what a restore has undone: PostgreSQL would take them for those of the new timeline. */
  undone: string[];
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

/** PostgreSQL reads exit code 1 as "does not exist", and stops at any code above 125. */
const fetchScript = ({ wal, folders, end, undone }: Omit<LogSource, 'script'>): string => `wal=${shellQuote(wal)}
if [ ! -d "$wal" ]; then echo "the archive $wal does not exist" >&2; exit 130; fi
${end === undefined ? '' : `case $1 in ????????${end.slice(8)}) exit 1 ;; esac`}
${undone.length === 0 ? '' : `case $1 in ${undone.join('|')}) exit 1 ;; esac`}
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
