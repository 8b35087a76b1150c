import type { RowIds } from '../../../../rostra/server/src/store/row-ids';

/**
 * The longest list of rows that a header names, in characters: proxies refuse requests with much longer headers, long before the service
 * does (`config/server.ts`). A record with more rows is compared by whole lists.
 */
const MAX_ROWS = 8_000;

/** The text by which a form tells which rows it has shown; undefined if there are none, or too many. */
export function rowsHeader(rows: RowIds): string | undefined {
  const text = JSON.stringify(rows);
  return Object.keys(rows).length > 0 && text.length <= MAX_ROWS ? text : undefined;
}
