import type { RuleRecord } from '../common/findings';

const INDEXES = ['term_index', 'session_index'];

/** Fields needed to know a bill's term and session. */
export const BILL_INDEXES = { rs_bills: ['is_law', ...INDEXES] };

/**
 * Replaces a law's zero indexes by null: a law in force belongs to no term or session, and the console's number inputs
 * send 0 for that (conventions 2.8).
 */
export function withBillIndexes(seen: RuleRecord): RuleRecord {
  const { resource, record } = seen;
  if (resource !== 'rs_bills' || record.is_law !== true) return seen;
  const none = INDEXES.filter((name) => record[name] === 0).map((name) => [name, null]);
  return { ...seen, record: { ...record, ...Object.fromEntries(none) } };
}
