import { sql } from '../../sql/sql';
import type { Catalog } from '../catalog';
import { type Run, runOnce } from '../database';

const TABLE = 'rostra_downloads';

/**
 * Creates the table of what imports have downloaded last, by source (empty for none) and a hash of the address, which may hold a key. It
 * belongs to this database; exports of Strapi omit it.
 */
export async function ensureDownloads(catalog: Catalog, run: Run): Promise<void> {
  if (!catalog.has(TABLE)) await runOnce(run, downloads);
}

const downloads = sql`create table rostra_downloads (
  source text, address text, settings text not null, etag text, last_modified text, hash text not null,
  changes bigint[] not null, imported timestamptz not null default now(), primary key (source, address))`;
