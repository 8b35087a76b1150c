import { type Download, download } from '../import/download';
import { run } from '../store/database';
import { type DownloadKey, importedVersions } from '../store/downloads/downloads';

/**
 * Downloads from all addresses; undefined if nothing there has changed since the last import that was done in the same way, and
 * of which nothing was undone. If anything has, all of it counts: an import needs all its files. Without `key` whatever is there.
 * Errors: SourceError, DownloadError.
 */
export async function downloadAll(
  addresses: string[],
  key: DownloadKey | undefined,
): Promise<Map<string, Download> | undefined> {
  const known = key ? await importedVersions(addresses, key, run) : new Map();
  const downloads = new Map<string, Download>();
  const unchanged: string[] = [];
  for (const address of addresses) {
    const found = await download(address, known.get(address));
    if (found) downloads.set(address, found);
    else unchanged.push(address);
  }
  if (addresses.length > 0 && downloads.size === 0) return undefined;
  for (const address of unchanged) {
    const found = await download(address);
    if (found) downloads.set(address, found);
  }
  return downloads;
}
