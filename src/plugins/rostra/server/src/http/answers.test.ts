import { answers } from './answers';

const ignoredFields = (ignored: string[]) =>
  answers.updated({ publicId: 1, body: '{}', etag: '"a"', ignored }).headers['ignored-fields'];

describe('the header Ignored-Fields', () => {
  it('names each field once, as a header can carry it', () => {
    expect(ignoredFields([])).toBeUndefined();
    expect(ignoredFields(['colour', 'steps[0].顏色', 'colour', 'a,b'])).toBe(
      'colour, steps[0].%E9%A1%8F%E8%89%B2, a%2Cb',
    );
  });

  it('stays short, and says when it leaves some out', () => {
    const header = ignoredFields(Array.from({ length: 1_000_000 }, (_, index) => `field${index}`)) ?? '';
    expect(header).toMatch(/^field0, .*, \.\.\.$/);
    expect(header.length).toBeLessThan(2_010);
    expect(ignoredFields(['x'.repeat(5_000_000)])).toBe('...');
  });
});
