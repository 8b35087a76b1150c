import { countValues } from './body';

const count = (json: string, most = 100) => countValues(Buffer.from(json), most);

it.each([
  ['1', 1],
  ['{"a": "x,[{", "b": [1, 2]}', 5],
  ['{"a\\\\": "\\\\\\",[", "b": "立法,院"}', 3],
  ['"never ends, [', 1],
])('the values in %s are counted without those inside texts', (json, expected) => {
  expect(count(json)).toBe(expected);
});

it('counting ends at one more than asked for', () => {
  expect(count(`[${'[],'.repeat(1_000_000)}[]]`, 10)).toBe(11);
});
