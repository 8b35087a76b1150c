import { z } from 'zod';
import { sha256 } from '../../common/digest';
import type { CopiedFile } from './copy';
import type { Manifest } from './manifest';

/*
 * PostgreSQL's own description of a backup, a file in the copied cluster that `pg_verifybackup` reads: all other files with
 * their sizes and checksums.
 */

export const BACKUP_MANIFEST = 'backup_manifest';

/** What it says of a file. */
export interface ListedFile {
  name: string;
  bytes: number;
  /** SHA-256, in hexadecimal digits. */
  checksum: string;
}

const schema = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.number().int(), Checksum: z.string() })),
  'Manifest-Checksum': z.string(),
});

const CHECKSUM_LINE = '"Manifest-Checksum"';

/** Composes it: one file per line, its own checksum last. */
export function backupManifestOf(
  files: CopiedFile[],
  {
    systemIdentifier,
    timeline,
    startLsn,
    stopLsn,
  }: Pick<Manifest, 'systemIdentifier' | 'timeline' | 'startLsn' | 'stopLsn'>,
): string {
  const lines = files.map(({ name, bytes, checksum, modifiedAt }) => {
    const time = `${modifiedAt.toISOString().slice(0, 19).replace('T', ' ')} GMT`;
    return `{ "Path": ${JSON.stringify(name)}, "Size": ${bytes}, "Last-Modified": "${time}", "Checksum-Algorithm": "SHA256", "Checksum": "${checksum}" }`;
  });
  const text = `{ "PostgreSQL-Backup-Manifest-Version": 2,
"System-Identifier": ${systemIdentifier},
"Files": [
${lines.join(',\n')}
],
"WAL-Ranges": [
{ "Timeline": ${timeline}, "Start-LSN": "${startLsn}", "End-LSN": "${stopLsn}" }
],
`;
  return `${text}${CHECKSUM_LINE}: "${checksumOf(text)}"}\n`;
}

/** Parses it. Errors: it is damaged. */
export function filesIn(text: string): ListedFile[] {
  const { Files, 'Manifest-Checksum': checksum } = schema.parse(JSON.parse(text));
  if (checksumOf(text.slice(0, text.lastIndexOf(CHECKSUM_LINE))) !== checksum) throw new Error('its checksum is wrong');
  return Files.map(({ Path: name, Size: bytes, Checksum }) => ({ name, bytes, checksum: Checksum }));
}

/** The SHA-256 of a text or file, in hexadecimal digits. */
export const checksumOf = (content: string | Buffer): string => sha256(content).toString('hex');
