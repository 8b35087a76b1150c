import { faultIn } from './well-formed';

it.each([
  [{ name: '甲😀', list: [1, null, true, ''] }, undefined],
  ['\ud800', ' half'],
  [{ a: [{ b: 'x\udc00' }] }, 'a[0].b half'],
  [{ a: 'x\0' }, 'a NUL'],
  [{ a: { 'x\ud800': 1 } }, 'a half'],
  [[1, '\0', '\ud800'], '[1] NUL'],
])('%j', (value, expected) => {
  const fault = faultIn(value);
  if (expected === undefined) return expect(fault).toBeUndefined();
  const [path, word] = expected.split(' ');
  expect([fault?.path, fault?.message]).toEqual([path, expect.stringContaining(word as string)]);
});

it('refuses very deep nesting without recursing', () => {
  let value: unknown = 1;
  for (let depth = 0; depth < 200_000; depth += 1) value = depth % 2 ? [value] : { value };
  expect(faultIn(value)?.code).toBe('OUT_OF_RANGE');
});
