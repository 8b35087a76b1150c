import { rules } from '../rules';
import { withBillIndexes } from './bill-indexes';

const normalised = (resource: string, record: Parameters<typeof withBillIndexes>[0]['record']) =>
  withBillIndexes({ resource, number: 1, record }).record;

describe('the indexes of a bill', () => {
  it('become null where a law has 0', () => {
    const law = { is_law: true, term_index: 0, session_index: 0, temp_session_index: 0, version_no: '1' };
    expect(normalised('rs_bills', law)).toEqual({ ...law, term_index: null, session_index: null });
    expect(normalised('rs_bills', { ...law, term_index: 9 })).toEqual({ ...law, term_index: 9, session_index: null });
  });

  it('stay as they are for proposals, votes and values other than 0', () => {
    const proposal = { is_law: false, term_index: 0, session_index: 0 };
    expect(normalised('rs_bills', proposal)).toEqual(proposal);
    expect(normalised('rs_votes', { ...proposal, is_law: true })).toEqual({ ...proposal, is_law: true });
    const law = { is_law: true, term_index: 9, session_index: 3 };
    expect(normalised('rs_bills', law)).toEqual(law);
  });

  it('apply to every rule: laws without a term are no duplicates, even where a term 0 exists', () => {
    const opened = rules.open();
    const session = { session_index: 0, temp_session_index: 0, start_date: 0, end_date: 86_400_000 };
    const term = { start_date: 0, end_date: 86_400_000, sessions: [session] };
    opened.see({ resource: 'terms', number: 0, record: term });
    const law = { act_id: 1, is_law: true, term_index: 0, session_index: 0, version_no: '1', date: 1e12 };
    const judge = (number: number, record: typeof law) => opened.judge({ resource: 'rs_bills', number, record });
    expect([...judge(1, law), ...judge(2, law), ...opened.finish()]).toEqual([]);
    judge(3, { ...law, is_law: false });
    judge(4, { ...law, is_law: false });
    const codes = opened.finish().map(({ code }) => code);
    expect([...new Set(codes)].sort()).toEqual(['DATE_OUTSIDE_SESSION', 'DATE_OUTSIDE_TERM', 'DUPLICATE_VERSION']);
  });
});
