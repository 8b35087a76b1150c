import { marksOf } from './plugins/rostra/server/src/import/names/entry';
import { resources } from './resources';

describe('the names of records', () => {
  it.each(resources.map((of) => [of.name, of] as const))('%s are declared with fields that it has', (_, of) => {
    for (const name of of.names.fields) expect(of.fields[name]?.kind).toBe('text');
    const within = marksOf(of, of.names.within);
    expect(within.every(({ kind }) => kind !== undefined)).toBe(true);
    expect(() => marksOf(of, of.names.apart)).not.toThrow();
  });
});
