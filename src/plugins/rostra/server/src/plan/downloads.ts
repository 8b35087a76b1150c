import { type Download, download } from '../import/download';
import { run } from '../store/database';
import { type DownloadKey, importedVersions, refreshVersions, type Version } from '../store/downloads/downloads';

/**
 * Downloads from all addresses; undefined if nothing there has changed since the last import that was done in the same way, and
 * of which nothing was undone. If anything has, all of it counts: an import needs all its files. Without `key` whatever is there.
 * Errors: SourceError, DownloadError.
 */
export async function downloadAll(
  addresses: string[],
  key: DownloadKey | undefined,
): Promise<Map<string, Download> | undefined> {
  const known = key ? await importedVersions(addresses, key, run) : new Map<string, Version>();
  const downloads = new Map<string, Download>();
  for (const address of new Set(addresses)) {
    const found = await download(address, known.get(address));
    if (found) downloads.set(address, found);
  }
  const isChanged = [...downloads].some(([address, { version }]) => version.hash !== known.get(address)?.hash);
  if (key && addresses.length > 0 && !isChanged) {
    await refreshVersions(downloads, key, run);
    return undefined;
  }
  for (const address of addresses) {
    const found = downloads.has(address) ? undefined : await download(address);
    if (found) downloads.set(address, found);
  }
  return downloads;
}
