import { createHash } from 'node:crypto';
import { compile, parameter, sql } from '../../sql/sql';
import type { Run } from '../database';

/** What tells whether the content at an address has changed: what its server said of it, and its SHA-256. */
export interface Version {
  etag?: string;
  lastModified?: string;
  hash: string;
}

/** How addresses are imported: what is known of them holds for that only. */
export interface DownloadKey {
  /** The name of the source, if there is one. */
  sourceName?: string | undefined;
  /** A text of all options that decide what an import does. */
  settings: string;
}

/**
 * The versions of what the last import has downloaded from addresses, if it was done in the same way, and if nothing was undone of what
 * imports from there have written. One statement.
 */
export async function importedVersions(
  addresses: string[],
  { sourceName = '', settings }: DownloadKey,
  run: Run,
): Promise<Map<string, Version>> {
  const hashes = new Map(addresses.map((address) => [hashOf(address), address]));
  const rows = await run(known, { source: sourceName, addresses: [...hashes.keys()], settings: hashOf(settings) });
  return new Map(rows.map(([hash, version]) => [hashes.get(hash as string) ?? '', version as Version]));
}

/**
 * Remembers what an import has downloaded, and its change, if it made one, besides those of earlier imports of which nothing is undone: what
 * was undone of others has been imported again. One statement, none for none.
 */
export async function rememberDownloads(
  downloads: ReadonlyMap<string, { version: Version }>,
  { sourceName = '', settings, change }: DownloadKey & { change: number | undefined },
  run: Run,
): Promise<void> {
  if (downloads.size === 0) return;
  await run(remember, {
    source: sourceName,
    settings: hashOf(settings),
    changes: change === undefined ? [] : [change],
    rows: rowsOf(downloads),
  });
}

/** Remembers how a server tells versions apart now, of content that is as it was. One statement, none for none. */
export async function refreshVersions(
  downloads: ReadonlyMap<string, { version: Version }>,
  { sourceName = '' }: DownloadKey,
  run: Run,
): Promise<void> {
  if (downloads.size > 0) await run(refresh, { source: sourceName, rows: rowsOf(downloads) });
}

const rowsOf = (downloads: ReadonlyMap<string, { version: Version }>): string =>
  JSON.stringify([...downloads].map(([address, { version }]) => ({ address: hashOf(address), ...version })));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const known = compile(sql`
  select address, json_strip_nulls(json_build_object('etag', etag, 'lastModified', last_modified, 'hash', hash)) from rostra_downloads d
  where source = ${parameter('source')} and address = any(${parameter('addresses')}::text[]) and settings = ${parameter('settings')}
    and not exists (select from rostra_undone u where u.change = any(d.changes))`);

const remember = compile(sql`
  insert into rostra_downloads as d (source, address, settings, etag, last_modified, hash, changes)
  select ${parameter('source')}, r.address, ${parameter('settings')}, r.etag, r."lastModified", r.hash, ${parameter('changes')}::bigint[]
  from jsonb_to_recordset(${parameter('rows')}::jsonb) as r(address text, etag text, "lastModified" text, hash text)
  on conflict (source, address) do update set settings = excluded.settings, etag = excluded.etag,
    last_modified = excluded.last_modified, hash = excluded.hash, imported = now(),
    changes = array(select c from unnest(d.changes) c where not exists (select from rostra_undone u where u.change = c)) || excluded.changes`);

const refresh = compile(sql`
  update rostra_downloads d set etag = r.etag, last_modified = r."lastModified"
  from jsonb_to_recordset(${parameter('rows')}::jsonb) as r(address text, etag text, "lastModified" text, hash text)
  where d.source = ${parameter('source')} and d.address = r.address and d.hash = r.hash`);
