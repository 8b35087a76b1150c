import {
  boolean,
  color,
  integer,
  jsonObject,
  jsonRows,
  ordinal,
  ordinalList,
  ref,
  refs,
  rows,
  tags,
  text,
  textList,
} from '.';
import type { Field } from './field';
import { oneOf } from './one-of';
import { MAX_FAULTS, parseContext } from './parse-context';

const parse = (field: Field, value: unknown) => {
  const context = parseContext('x');
  return [field.parse(value, context, {}), ...context.findings.faults.map(({ path, code }) => `${path} ${code}`)];
};

describe('field kinds', () => {
  it.each<[string, Field, unknown, unknown[]]>([
    ['a boolean', boolean(), true, [true]],
    ['a boolean from a form', boolean(), 0, [false]],
    ['a boolean as text', boolean(), 'true', [undefined, 'x INVALID_TYPE']],
    ['a number as text', text(), 4711, ['4711']],
    ['empty optional text', text(), '', ['']],
    ['empty required text', text().required(), '', [undefined, 'x REQUIRED']],
    ['NUL', text(), 'a\u0000', [undefined, 'x INVALID_VALUE']],
    ['half a surrogate pair', text(), '\ud800', [undefined, 'x INVALID_VALUE']],
    ['an integer', integer(), -5, [-5]],
    ['a fraction', integer(), 0.5, [undefined, 'x INVALID_TYPE']],
    ['an integer as text', integer(), '5', [undefined, 'x INVALID_TYPE']],
    ['more than 32 bits', integer(), 2 ** 31, [undefined, 'x OUT_OF_RANGE']],
    ['a negative ordinal', ordinal(), -1, [undefined, 'x OUT_OF_RANGE']],
    ['a gender', integer({ min: -100, max: 100 }), 101, [undefined, 'x OUT_OF_RANGE']],
    ['a reference', ref('act'), 3, [3]],
    ['a reference in digits', ref('act'), '3', [3]],
    ['a reference as an object', ref('act'), { id: 3, title: 'x' }, [3]],
    ['no reference', ref('act'), 0, [null]],
    ['no required reference', ref('act').required(), 0, [undefined, 'x OUT_OF_RANGE']],
    ['a reference by name', ref('act'), 'x', [undefined, 'x INVALID_TYPE']],
    ['references', refs('rep'), [2, '1', { id: 3 }], [[2, 1, 3]]],
    ['a reference twice', refs('rep'), [2, '2'], [[2, 2], 'x[1] DUPLICATE']],
    ['a wrong reference among others', refs('rep'), [2, 'x', 3], [[2, null, 3], 'x[1] INVALID_TYPE']],
    ['tags by name', tags('tag'), ['健保', '7', 8], [['健保', 7, 8]]],
    ['tags with blanks around', tags('tag'), [' 健保', '5 '], [['健保', 5]]],
    ['a tag without a name', tags('tag'), [' '], [[null], 'x[0] INVALID_VALUE']],
    [
      'tags that are signed numbers',
      tags('tag'),
      ['-3', '+3'],
      [[null, null], 'x[0] INVALID_TYPE', 'x[1] INVALID_TYPE'],
    ],
    ['colours', color(), ['#fff', '#000'], ['#fff,#000']],
    ['neighborhoods', textList(), '甲里、乙里, 丙里', [['甲里', '乙里', '丙里']]],
    ['ordinals', ordinalList(), [2, 0, 2], [[2, 0, 2]]],
    ['wrong ordinals', ordinalList(), [1, -1, '2'], [undefined, 'x[1] OUT_OF_RANGE', 'x[2] INVALID_TYPE']],
    ['an object', jsonObject(), { a: [1, { b: null }] }, [{ a: [1, { b: null }] }]],
    ['a list for an object', jsonObject(), [], [undefined, 'x INVALID_TYPE']],
    ['NUL in an object', jsonObject(), { a: ['\u0000'] }, [undefined, 'x.a[0] INVALID_VALUE']],
    ['too big a number in an object', jsonObject(), { a: Infinity }, [undefined, 'x.a INVALID_VALUE']],
  ])('%s', (_, field, value, expected) => {
    expect(parse(field, value)).toEqual(expected);
  });

  it('rows report faults and unknown fields of each row', () => {
    const context = parseContext('steps');
    const field = rows({ name: text().required(), index: ordinal() });
    const parsed = field.parse([{ name: 'a', index: 1 }, { index: -1, color: 'red' }, 7], context, {});
    expect(parsed).toEqual([{ name: 'a', index: 1 }, {}, {}]);
    expect(context.findings.faults.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'steps[1].name REQUIRED',
      'steps[1].index OUT_OF_RANGE',
      'steps[2] INVALID_TYPE',
    ]);
    expect(context.findings.ignored).toEqual(['steps[1].color']);
  });

  it('take required, in and default in any order', () => {
    for (const field of [
      text().in('elsewhere').default('usual'),
      text().default('usual').in('elsewhere'),
      text().required().in('elsewhere'),
      text().in('elsewhere').required(),
      ref('act').required().in('elsewhere'),
      ref('act').in('elsewhere').required(),
    ])
      expect(field.attribute).toBe('elsewhere');
    expect([text().in('a').default('usual').empty, text().default('usual').in('a').empty]).toEqual(['usual', 'usual']);
    expect(parse(text().in('a').required(), '')).toEqual([undefined, 'x REQUIRED']);
    expect(ref('act', 'unlist').in('a').required().referencePaths?.('a', 'f')).toEqual([
      { kind: 'act', attributes: ['a'], field: 'f', onDelete: 'unlist' },
    ]);
  });

  it('rows with an order of their own keep the input order until their faults are reported', () => {
    const field = rows({ id: ref('figure').required(), index: ordinal().required() }, { by: 'index' });
    const items = [
      { id: 1, index: 2 },
      { id: 2, index: 1 },
      { id: 3, index: 2 },
    ];
    const [parsed] = parse(field, items);
    expect(field.references?.(parsed as never, 'figures', {}).map(({ publicId, path }) => [publicId, path])).toEqual([
      [1, 'figures[0].id'],
      [2, 'figures[1].id'],
      [3, 'figures[2].id'],
    ]);
    expect(field.finalize?.(parsed as never, () => 0)).toEqual([items[1], items[0], items[2]]);
  });

  it('rows within JSON report their references with their paths', () => {
    const field = jsonRows({
      bill_id: ref('bill').required(),
      scores: jsonRows({ id: ref('act-feature').required() }),
    });
    const [parsed] = parse(field, [{ bill_id: '5', scores: [{ id: 6 }, { id: 'x' }] }, { bill_id: 7 }]);
    expect(field.references?.(parsed as never, 'x', {})).toEqual([
      { kind: 'bill', publicId: 5, path: 'x[0].bill_id' },
      { kind: 'act-feature', publicId: 6, path: 'x[0].scores[0].id' },
      { kind: 'bill', publicId: 7, path: 'x[1].bill_id' },
    ]);
  });

  it('stops at the maximum number of faults, and says so', () => {
    const context = parseContext('steps');
    const items = Array.from({ length: 100_000 }, () => ({ colour: 'red' }));
    const parsed = rows({ name: text().required(), index: ordinal().required() }).parse(items, context, {});
    const { faults, ignored } = context.findings;
    expect(faults).toHaveLength(MAX_FAULTS + 1);
    expect(faults.at(-2)).toMatchObject({ path: 'steps[499].index', code: 'REQUIRED' });
    expect(faults.at(-1)).toMatchObject({ path: '', code: 'TOO_MANY' });
    expect(parsed).toHaveLength(501);
    expect(ignored).toHaveLength(501);
  });

  it('a reference to one of several kinds writes one relation and clears the others', () => {
    const fields = oneOf({
      attribute: 'sponsor',
      options: { caucus: 'caucus', rep: 'rep' },
      names: { type: 't', id: 'v' },
    });
    const draft = { values: {}, links: {}, rows: {} };
    fields.v?.write(draft, 'v', 5, () => 50, { t: 'rep', v: 5 });
    expect(draft.links).toEqual({ sponsor_caucus: [], sponsor_rep: [50] });
    const context = parseContext();
    fields.v?.check?.({ t: 'rep', v: null }, context);
    expect(context.findings.faults.map(({ path, code }) => `${path} ${code}`)).toEqual(['v REQUIRED']);
  });
});
