import type { Source } from '../../plugins/rostra/server/src/import/source';
import { measureOf } from './progress';

describe('the progress of an import', () => {
  const source = (bytes: number) => ({ bytes }) as Source;

  it('is measured in bytes: whole files while they are read, records while they are written', () => {
    const [small, empty, large] = [source(100), source(2), source(900)];
    const measure = measureOf([small, empty, large]);
    expect(measure('reading', small, 10)).toBe(0);
    expect(measure('reading', large, 500)).toBe(102);
    expect(measure('reading', large, 1000)).toBe(102);
    expect(measure('writing', small, 5)).toBe(1002 + 50);
    expect(measure('writing', large, 500)).toBe(1002 + 102 + 450);
    expect(measure('writing', large, 1000)).toBe(2 * 1002);
  });
});
