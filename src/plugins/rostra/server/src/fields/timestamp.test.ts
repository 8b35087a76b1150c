import { parseContext } from './parse-context';
import { epochMs, parseTimestamp, utcText } from './timestamp';

const parse = (value: unknown) => {
  const context = parseContext('date');
  return { ms: parseTimestamp(value, context), codes: context.findings.faults.map(({ code }) => code) };
};

describe('a timestamp', () => {
  it.each([
    [0, 0],
    [-683_280_000_000, -683_280_000_000],
    ['1454284800000', 1_454_284_800_000],
    ['-1', -1],
    ['2016-02-01', Date.UTC(2016, 1, 1)],
    ['2016-02-01T08:30', Date.UTC(2016, 1, 1, 8, 30)],
    ['2016-02-01 08:30:15', Date.UTC(2016, 1, 1, 8, 30, 15)],
    ['2016-02-01T08:30:15.1239Z', Date.UTC(2016, 1, 1, 8, 30, 15, 123)],
    ['2016-02-01T08:30:15.5+08:00', Date.UTC(2016, 1, 1, 0, 30, 15, 500)],
    ['2016-02-01T00:00-0530', Date.UTC(2016, 1, 1, 5, 30)],
    ['2016-02-29', Date.UTC(2016, 1, 29)],
    ['0001-01-01', Date.parse('0001-01-01T00:00:00.000Z')],
    ['1969-12-31T23:59:59.999Z', -1],
  ])('%p is %p ms', (value, ms) => {
    expect(parse(value)).toEqual({ ms, codes: [] });
  });

  it.each([
    ['2016-02-30', 'INVALID_VALUE'],
    ['2015-02-29', 'INVALID_VALUE'],
    ['2016-13-01', 'INVALID_VALUE'],
    ['2016-02-01T24:00', 'INVALID_VALUE'],
    ['2016-02-01T08:30+16:00', 'INVALID_VALUE'],
    ['01/02/2016', 'INVALID_VALUE'],
    ['', 'INVALID_VALUE'],
    ['0000-01-01', 'OUT_OF_RANGE'],
    [8.64e15, 'OUT_OF_RANGE'],
    [1.5, 'INVALID_TYPE'],
    [true, 'INVALID_TYPE'],
    [[], 'INVALID_TYPE'],
  ])('%p is refused: %s', (value, code) => {
    expect(parse(value)).toEqual({ ms: undefined, codes: [code] });
  });

  it('is answered as milliseconds or as text', () => {
    expect(epochMs().parse('2016-02-01', parseContext(), {})).toBe(1_454_284_800_000);
    expect(utcText().parse(1_454_284_800_000, parseContext(), {})).toBe('2016-02-01T00:00:00.000Z');
  });
});
