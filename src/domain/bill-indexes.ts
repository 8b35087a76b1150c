import type { RuleRecord } from '../common/findings';

const INDEXES = ['term_index', 'session_index'];

/** What must be read of a bill to know which term and session it names. */
export const BILL_INDEXES = { rs_bills: ['is_law', ...INDEXES] };

/**
 * A record with the indexes that it means. A law in force belongs to no term and no session, and the console's number
 * inputs say that with 0 (decisions, 2.8).
 */
export function withBillIndexes(seen: RuleRecord): RuleRecord {
  const { resource, record } = seen;
  if (resource !== 'rs_bills' || record.is_law !== true) return seen;
  const none = INDEXES.filter((name) => record[name] === 0).map((name) => [name, null]);
  return { ...seen, record: { ...record, ...Object.fromEntries(none) } };
}
