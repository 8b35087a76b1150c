import type { Json } from '../../common/json';
import { differenceOf } from '../../plugins/newsroom/features/history/shared/difference-of';
import type { FieldInfo } from '../../plugins/newsroom/features/history/shared/history';
import { differenceText, valueText } from './difference-text';
import { differenceHtml, valueHtml } from './plan-page/difference-html';
import { languageOfEnvironment, pageWords } from './plan-page/words';

const NAMES = {
  'api::rep.rep 1': { title: '王一' },
  'api::rep.rep 2': { title: '林<二>' },
  'api::rep.rep 3': { title: '陳三', isDeleted: true as const },
  'api::rep.rep -2000000001': { title: '張四', isNew: true as const },
};

const field = (rest: Partial<FieldInfo>): FieldInfo => ({ name: 'a', attributes: ['a'], kind: 'value', ...rest });
const REPS = field({ kind: 'reference', of: 'api::rep.rep' });
const STEPS = field({
  kind: 'rows',
  nested: [{ ...REPS, name: 'rep' }, field({ name: 'date', kind: 'time' })],
});
const LONG = '為保障勞工權益'.repeat(30);

const CASES: [string, FieldInfo, Json, Json][] = [
  ['a value', field({}), null, true],
  ['a day', field({ kind: 'time' }), 1456761600000, '2016-03-01T16:00:00.000Z'],
  ['a midnight', field({ kind: 'time' }), '2016-03-02T00:00:00.000Z', '2016-03-01T16:00:00.000Z'],
  [
    'an object',
    field({}),
    { color: 'red', rows: [{ n: LONG }], old: 1, same: 0 },
    { color: 'red', rows: [{ n: `${LONG}乙` }], size: 3, same: 0 },
  ],
  ['long items', field({}), [`${LONG}甲`], [`${LONG}乙`]],
  ['a time', field({ kind: 'time' }), 1456763400000, null],
  ['short texts', field({ kind: 'text' }), '舊名', '新名'],
  ['a long text', field({ kind: 'text' }), `${LONG}退休金\n條例${LONG}`, `${LONG}保險\n條例${LONG}`],
  ['a reference', REPS, 1, 3],
  ['a list', REPS, [1, 2], [2, -2000000001]],
  ['the order of a list', REPS, [1, 2], [2, 1]],
  ['a plain list', field({}), ['甲', '乙'], ['乙']],
  [
    'rows',
    STEPS,
    [
      { rep: 1, date: 0 },
      { rep: 2, date: 0 },
    ],
    [
      { rep: 1, date: 86400000 },
      { rep: 2, date: 0 },
      { rep: 3, date: null },
    ],
  ],
];

const textOf = ([, info, before, after]: (typeof CASES)[number]): string =>
  differenceText(info, differenceOf(info, { a: before }, { a: after }), NAMES);

describe('what a change did to a field', () => {
  it.each([
    ['a value', ': null → true'],
    ['a day', ': 2016-03-01 → 2016-03-02'],
    ['a midnight', ': 2016-03-02T00:00:00.000Z → 2016-03-01T16:00:00.000Z'],
    ['an object', expect.stringMatching(/^: rows\[0\]\.n: … .{60}\{\+乙\+\}; − old 1; \+ size 3 \(2 stay\)$/u)],
    ['long items', `: + "${LONG}乙"; − "${LONG}甲"`],
    ['a time', ': 2016-02-29 16:30:00 UTC → null'],
    ['short texts', ': "舊名" → "新名"'],
    ['a long text', expect.stringMatching(/^: … .{60}\[−退休金−\]\{\+保險\+\}\\n條例.{57} …$/u)],
    ['a reference', ': 1 王一 → 3 陳三 (deleted)'],
    ['a list', ': + (new) 張四; − 1 王一 (1 stay)'],
    ['the order of a list', ': moved: 1 王一 (1 stay)'],
    ['a plain list', ': − "甲" (1 stay)'],
    ['rows', ': (1 stay)\n    ~ date: 1970-01-01 → 1970-01-02 (rep 1 王一)\n    + rep 3 陳三 (deleted)'],
  ])('%s, as a command says it', (name, expected) => {
    expect(textOf(CASES.find(([each]) => each === name) as (typeof CASES)[number])).toEqual(expected);
  });

  it('shows of enormous values that look alike where they differ', () => {
    const [before, after] = ['甲', '乙'].map((end) => [LONG.repeat(100) + end]) as [Json, Json];
    expect(textOf(['', field({}), before, after])).toMatch(/^: \+ ….{23,24}乙"; − ….{23,24}甲"$/u);
  });

  it('names only the first of many', () => {
    const many = Array.from({ length: 30 }, (_, index) => index + 10);
    expect(valueText(REPS, { a: many }, {})).toBe('10, 11, 12, 13, 14, 15, 16, 17, 18, 19 … and 20 more');
  });

  it('on a page in both languages, with everything escaped', () => {
    const html = (name: string, language: 'zh' | 'en') => {
      const [, info, before, after] = CASES.find(([each]) => each === name) as (typeof CASES)[number];
      const context = { uid: undefined, field: info, names: NAMES, words: pageWords(language) };
      return differenceHtml(differenceOf(info, { a: before }, { a: after }), context);
    };
    expect(html('a list', 'zh')).toBe(
      '<ul><li><small>移除</small> <del>王一</del></li><li><small>加入</small> <ins>張四（新增）</ins></li><li class="muted">另有 1 筆不變</li></ul>',
    );
    expect(html('the order of a list', 'en')).toContain('1 other is the same');
    expect(html('rows', 'en')).toContain('<strong>Row added</strong>');
    expect(html('a day', 'en')).toBe('<del>2016-03-01</del> → <ins>2016-03-02</ins>');
    expect(html('a midnight', 'zh')).toBe('<del>2016-03-02T00:00:00.000Z</del> → <ins>2016-03-01T16:00:00.000Z</ins>');
    expect(html('an object', 'en')).toMatch(
      /<dt>rows\[0\]\.n<\/dt><dd>.*<ins>乙<\/ins>.*<dt>old<\/dt><dd><del>1<\/del>/,
    );
    const words = pageWords('en');
    const script = differenceOf(field({ kind: 'text' }), { a: 'x' }, { a: '<script>"\u202e' });
    expect(differenceHtml(script, { uid: undefined, field: field({ kind: 'text' }), names: {}, words })).toBe(
      '<del>x</del><ins>&#60;script&#62;&#34;\ufffd</ins>',
    );
  });

  it('on a page has rows that are compared with nothing as rows', () => {
    const context = { uid: undefined, field: STEPS, names: NAMES, words: pageWords('en') };
    expect(valueHtml({ a: [{ rep: 2, date: 0 }] }, context)).toBe(
      '<section class="row"><dl><dt>Representative</dt><dd>林&#60;二&#62;</dd><dt>date</dt><dd>1970-01-01</dd></dl></section>',
    );
  });

  it('is in the language of the environment', () => {
    const languages = [{}, { LANG: 'C.UTF-8' }, { LANG: 'en_US.UTF-8' }, { LANG: 'en_US', LC_ALL: 'zh_TW.UTF-8' }];
    expect(languages.map(languageOfEnvironment)).toEqual(['zh', 'zh', 'en', 'zh']);
  });
});
