import { boolean, children, epochMs, implied, integer, jsonObject, ref, refs, rows, text } from '../../fields';
import { defineResource } from '../../resource/resource';
import { fieldsOf, keyOf, MatchError } from './match';

const schema = {
  info: { singularName: 'vote' },
  attributes: {
    title: {},
    date: {},
    act: {},
    index: {},
    is_law: {},
    aye: {},
    steps: {},
    st: {},
    questions: {},
    data: {},
  },
};

const vote = defineResource(schema, {
  path: '/votes',
  fields: {
    title: text(),
    date: epochMs(),
    act_id: ref('act'),
    index: integer(),
    is_law: boolean().default(false),
    aye: refs('rep'),
    steps: rows({ index: integer() }),
    st_id: implied('act_id', 'act', 'st'),
    questions: children({ kind: 'question', parent: 'vote', match: 'name', fields: {} }),
    data: jsonObject(),
  },
  row: [],
});

describe('fields to match records by', () => {
  it('hold one value each', () => {
    expect(Object.keys(fieldsOf(vote, ['title', 'date', 'act_id', 'index', 'is_law']))).toHaveLength(5);
    expect(() => fieldsOf(vote, ['aye', 'titel', 'st_id', 'steps', 'questions', 'data'])).toThrow(
      new MatchError(
        'votes cannot be matched by aye, titel, st_id, steps, questions, data; possible: title, date, act_id, index, is_law',
      ),
    );
    expect(() => fieldsOf(vote, [])).toThrow(MatchError);
  });
});

describe('the key of a record', () => {
  it('is equal where values are equal, texts as names are compared', () => {
    expect(keyOf(['臺灣　法', 5, null])).toBe(keyOf(['台灣法', 5, null]));
    expect(keyOf(['a', 5])).not.toBe(keyOf(['a', '5']));
    expect(keyOf(['ab', 'c'])).not.toBe(keyOf(['a', 'bc']));
    expect(keyOf(['長'.repeat(1_000_000)])).toHaveLength(22);
  });
});
