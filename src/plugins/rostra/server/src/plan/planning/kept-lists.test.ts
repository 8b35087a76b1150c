import { registerPlanResources, topic } from '../../../../../../../tests/support/plan-resources';
import type { JsonObject } from '../../../../../../common/json';
import type { Comparison } from './comparison';
import { takenClaims } from './keep-edits';
import { correctImplied, keepLeftOut } from './kept-lists';
import { newState, type PlanState } from './state';

beforeAll(registerPlanResources);

/** A state in which question 6 stays with topic 1, and question 9 will not exist. */
const stateWith = (): PlanState => ({
  ...newState(),
  leftOut: new Map([
    [
      'question',
      new Map([
        [6, 1],
        [9, null],
      ]),
    ],
  ]),
});

const questions = (...ids: number[]) => ids.map((id) => ({ id, question: '' }));

function comparisonOf(publicId: number, stored: JsonObject, record: JsonObject): Comparison {
  return {
    sourceRecord: { record: 1, value: record },
    publicId,
    before: '',
    isReturning: false,
    settled: [],
    said: {},
    adopted: [],
    stored,
    record,
    changed: Object.keys(record),
    given: Object.keys(record),
    findings: { faults: [], ignored: [], claims: [] },
  };
}

describe('a child that does not get to another parent', () => {
  const keep = (publicId: number, before: number[], after: number[]) => {
    const stored = { questions: questions(...before) };
    const comparison = comparisonOf(publicId, stored, { questions: questions(...after) });
    keepLeftOut(stateWith(), topic, comparison);
    const { record, changed, settled } = comparison;
    return [record.questions, changed, settled.map(({ kind, isTaken }) => [kind, isTaken])];
  };

  it('stays with its own, where it was, and the plan says so', () => {
    expect(keep(1, [6, 5], [5])).toEqual([questions(6, 5), [], [['conflict', false]]]);
    expect(keep(1, [5, 6, 7], [5, 8, 7])).toEqual([questions(5, 6, 8, 7), ['questions'], [['conflict', false]]]);
  });

  it('is nothing to others', () => {
    expect(keep(1, [5, 7], [5])).toEqual([questions(5), ['questions'], []]);
    expect(keep(2, [5, 6], [5])).toEqual([questions(5), ['questions'], []]);
  });
});

describe('what a record repeats of others', () => {
  const claimOf = (publicId: number, value: number, path: string) => ({
    reference: { kind: 'question', publicId, path },
    attribute: 'st',
    value,
    path,
  });

  it('is what stays true, if a child stays with its parent', () => {
    const row = (question: number, st: number) => ({ question, st });
    const comparison = comparisonOf(3, { rows: [row(6, 1)] }, { rows: [row(6, 2), row(5, 2)] });
    comparison.findings.claims = [claimOf(6, 2, 'rows[0].st'), claimOf(5, 2, 'rows[1].st')];
    correctImplied(stateWith(), comparison);
    expect(comparison.record).toEqual({ rows: [row(6, 1), row(5, 2)] });
    expect(comparison.findings.claims).toEqual([claimOf(5, 2, 'rows[1].st')]);
  });

  it('does not matter in fields that stay as people have left them', () => {
    const comparison = comparisonOf(3, {}, {});
    const [kept, taken] = [claimOf(5, 2, 'rows[0].st'), claimOf(5, 2, 'others[0].st')];
    comparison.findings.claims = [kept, taken];
    comparison.settled = [{ kind: 'edited', path: 'rows', isTaken: false }];
    expect(takenClaims(comparison)).toEqual([taken]);
  });
});
