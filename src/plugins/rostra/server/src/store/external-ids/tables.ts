import { sql } from '../../sql/sql';
import type { Catalog } from '../catalog';
import { type Run, runOnce } from '../database';

const TABLE = 'rostra_external_ids';

/**
 * Creates the table of the identifiers that records have at the sources of imports. It has no foreign key: an identifier outlives its
 * record, so that an import still knows which record was deleted. It belongs to this database; exports of Strapi omit it.
 */
export async function ensureExternalIds(catalog: Catalog, run: Run): Promise<void> {
  if (!catalog.has(TABLE)) await runOnce(run, externalIds);
}

const externalIds = sql`create table rostra_external_ids (
  resource text, source text, external_id text, number integer not null,
  primary key (resource, source, external_id), unique (resource, number, source))`;
