import type { JsonObject } from '../../../../../common/json';
import { parseContext } from '../fields/parse-context';
import type { Rule } from './resource';
import { disjoint, eachRow, range, uniqueIn } from './rules';

const check = (rule: Rule, record: JsonObject) => {
  const context = parseContext();
  rule(record, context);
  return context.findings.faults.map(({ path, code }) => `${path} ${code}`);
};

describe('rules between fields', () => {
  it('refuse a range that ends before it starts', () => {
    const rule = range('start_date', 'end_date');
    expect(check(rule, { start_date: 1, end_date: 1 })).toEqual([]);
    expect(check(rule, { start_date: 2, end_date: 1 })).toEqual(['end_date INVALID_VALUE']);
    expect(check(rule, { start_date: '2016-02-01T00:00:00.000Z', end_date: '2016-01-31T00:00:00.000Z' })).toHaveLength(
      1,
    );
    expect(check(rule, { start_date: null, end_date: 1 })).toEqual([]);
    expect(check(rule, {})).toEqual([]);
  });

  it('apply to each of the rows', () => {
    const rule = eachRow('sessions', range('a', 'b'));
    expect(
      check(rule, {
        sessions: [
          { a: 1, b: 2 },
          { a: 2, b: 1 },
        ],
      }),
    ).toEqual(['sessions[1].b INVALID_VALUE']);
  });

  it('refuse two rows with the same value, or the same combination', () => {
    const byName = uniqueIn('districts', 'name');
    expect(check(byName, { districts: [{ name: 'a' }, { name: 'b' }, { name: 'a' }] })).toEqual([
      'districts[2].name DUPLICATE',
    ]);
    expect(check(byName, { districts: [{}, {}, { name: null }, { name: null }] })).toEqual([]);
    const byIndexes = uniqueIn('sessions', 'a', 'b');
    const session = (a: number | null, b: number | null) => ({ a, b });
    expect(check(byIndexes, { sessions: [session(1, 0), session(0, 1), session(1, 1)] })).toEqual([]);
    expect(check(byIndexes, { sessions: [session(1, null), session(1, null), session(null, 1)] })).toEqual([]);
    expect(check(byIndexes, { sessions: [session(1, 0), session(1, 0)] })).toEqual(['sessions[1].a DUPLICATE']);
    expect(check(byIndexes, {})).toEqual([]);
  });

  it('refuse an identifier in two lists', () => {
    const rule = disjoint('aye', 'nay', 'abstain');
    expect(check(rule, { aye: [1, 2], nay: [3], abstain: [] })).toEqual([]);
    expect(check(rule, { aye: [1, 2], nay: [2, 3], abstain: [1] })).toEqual([
      'nay[0] DUPLICATE',
      'abstain[0] DUPLICATE',
    ]);
    expect(check(rule, { aye: [null], nay: [null] })).toEqual([]);
  });
});
