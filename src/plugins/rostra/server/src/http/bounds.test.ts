import { countParts } from './bounds';

const count = (json: string, most = 100) => countParts(Buffer.from(json), most);

it.each([
  ['1', 1, 0],
  ['{"a": "x,:[{", "b": [1, 2]}', 5, 2],
  ['{"a\\\\": "\\\\\\",[", "b": "立法,院"}', 3, 2],
  ['"never ends, [', 1, 0],
])('the values and fields in %s are counted without what is inside texts', (json, values, fields) => {
  expect(count(json)).toEqual({ values, fields });
});

it('counting ends at one value more than asked for', () => {
  expect(count(`[${'[],'.repeat(1_000_000)}[]]`, 10).values).toBe(11);
});
