import type { Source } from '../../plugins/rostra/server/src/import/record';
import { measureOf } from './progress';

describe('the progress of an import', () => {
  const source = (label: string, bytes: number) => ({ label, bytes }) as Source;

  it('is measured in bytes, by files while reading and by records while comparing', () => {
    const measure = measureOf([source('small', 100), source('empty', 2), source('large', 900)]);
    expect(measure('reading', 'small', 10)).toBe(0);
    expect(measure('reading', 'large', 500)).toBe(102);
    expect(measure('reading', 'large', 1000)).toBe(102);
    expect(measure('comparing', 'small', 5)).toBe(1002 + 50);
    expect(measure('comparing', 'large', 500)).toBe(1002 + 102 + 450);
    expect(measure('comparing', 'large', 1000)).toBe(2 * 1002);
  });
});
