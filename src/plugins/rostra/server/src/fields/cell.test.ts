import { boolean, epochMs, integer, jsonObject, ordinalList, ref, refs, rows, tags, text, textList, utcText } from '.';
import { textCell } from './cell';
import type { Field } from './field';
import { parseContext } from './parse-context';

const cellOf = (field: Field) => field.cell ?? textCell;

/** The canonical value of a cell, or the codes of its faults. */
const meaning = (field: Field, cell: string) => {
  const context = parseContext('x');
  const value = field.parse(cellOf(field).read(cell), context, {});
  return context.findings.faults.length > 0 ? context.findings.faults.map(({ code }) => code) : value;
};

describe('a cell', () => {
  it.each<[string, Field, string, unknown]>([
    ['text', text(), '長期照顧、托育; 其他', '長期照顧、托育; 其他'],
    ['text with full-width blanks', text(), '　甲　', '　甲　'],
    ['text that contains quotes', text(), '"甲"', '"甲"'],
    ['text that had to be quoted', text(), '" 甲"', ' 甲'],
    ['empty text', text(), '""', ''],
    ['text of digits', text(), '0012', '0012'],
    ['TRUE', boolean(), 'TRUE', true],
    ['是', boolean(), '是', true],
    ['否', boolean(), '否', false],
    ['no', boolean(), 'No', false],
    ['0', boolean(), '0', false],
    ['maybe', boolean(), 'maybe', ['INVALID_TYPE']],
    ['an integer', integer(), '-12', -12],
    ['an integer in full-width digits', integer(), '１２', 12],
    ['an integer with a zero fraction', integer(), '12.0', 12],
    ['a fraction', integer(), '12.5', ['INVALID_TYPE']],
    ['a separator', integer(), '1,234', ['INVALID_TYPE']],
    ['too large an integer', integer(), '99999999999', ['OUT_OF_RANGE']],
    ['a reference', ref('act'), '12', 12],
    ['no reference', ref('act'), '0', null],
    ['references', refs('rep'), '1; 2、3', [1, 2, 3]],
    ['references as JSON', refs('rep'), '[1, 2]', [1, 2]],
    ['no references', refs('rep'), '[]', []],
    ['one reference', refs('rep'), '7', [7]],
    ['a reference twice', refs('rep'), '7;7', ['DUPLICATE']],
    ['tags', tags('tag'), '勞動、週休二日;3', ['勞動', '週休二日', 3]],
    ['texts', textList(), '甲;乙', ['甲', '乙']],
    ['texts as the field splits them', textList(), '甲、乙, 丙', ['甲', '乙', '丙']],
    ['texts with commas', textList(), '甲,乙;丙', ['甲,乙', '丙']],
    ['ordinals', ordinalList(), '1;2', [1, 2]],
    ['invalid ordinals', ordinalList(), '1;x', ['INVALID_TYPE']],
    ['a day of the Republic', epochMs(), '105/02/01', Date.UTC(2016, 1, 1)],
    ['a day that does not exist', epochMs(), '105/02/30', ['INVALID_VALUE']],
    ['a day as ISO text', utcText(), '2016/2/1', '2016-02-01T00:00:00.000Z'],
    ['an object', jsonObject(), '{"a": [1]}', { a: [1] }],
    ['a broken object', jsonObject(), '{"a": ', ['INVALID_TYPE']],
    ['rows', rows({ name: text() }), '[{"name": "甲"}]', [{ name: '甲' }]],
    ['invalid rows', rows({ name: text() }), '甲', ['INVALID_TYPE']],
  ])('reads %s', (_, field, cell, expected) => {
    expect(meaning(field, cell)).toEqual(expected);
  });

  it('reads digits with a leading zero as a name', () => {
    expect(cellOf(ref('act')).read('01254')).toBe('01254');
  });

  it.each<[string, Field]>([
    ['a number', integer()],
    ['a switch', boolean()],
    ['a date', epochMs()],
    ['a reference', ref('act')],
  ])('"null" clears %s', (_, field) => {
    expect(cellOf(field).read('null')).toBeNull();
  });

  it.each<[Field, ...unknown[]]>([
    [
      text(),
      '甲',
      '',
      ' ',
      ' 甲',
      '甲\t',
      '\n甲\n',
      '甲\r\n乙',
      '"',
      '""',
      '" 甲"',
      '"\\" 甲\\""',
      '=1+1',
      '-5',
      '@甲',
      'null',
    ],
    [text(), '['.repeat(3), '{}', 'true', '0', '　', '\u2028', '\u0001', '"=1"', '"甲"'],
    [integer(), 0, -5, 2147483647],
    [boolean(), true, false],
    [ref('act'), 12],
    [refs('rep'), [], [1], [3, 1, 2]],
    [
      textList(),
      [],
      [''],
      ['甲'],
      ['甲', '乙'],
      ['甲、乙'],
      ['甲;乙', '丙'],
      ['[甲]'],
      [' 甲 '],
      ['a,b'],
      ['=1'],
      ['null'],
    ],
    [ordinalList(), [], [0], [1, 2]],
    [epochMs(), 0, -1, 1_454_284_800_000, 1_454_284_800_001, Date.parse('0001-01-01T00:00:00.000Z')],
    [utcText(), '2016-02-01T00:00:00.000Z', '2016-02-01T08:30:15.123Z', '9999-12-31T23:59:59.999Z'],
    [jsonObject(), {}, { a: null, b: [1, 'x', { c: true }] }],
    [rows({ date: epochMs(), name: text() }), [], [{ date: 1, name: null }]],
  ])('restores what it wrote', (field, ...values) => {
    for (const value of values as never[]) {
      const cell = cellOf(field).write(value);
      // Blanks around a cell's text are cut off, and an empty cell leaves the field unchanged.
      expect([value, cell.replace(/^[ \t]+|[ \t]+$/g, '')]).toEqual([value, cell]);
      expect(cell).not.toBe('');
      expect(meaning(field, cell)).toEqual(value);
    }
  });

  it('is never a formula', () => {
    for (const formula of ['=1+1', '+1', '-1', '@a', '＝1', '\r=1']) expect(textCell.write(formula)).toMatch(/^"/);
  });
});
