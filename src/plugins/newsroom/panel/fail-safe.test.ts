import type { StrapiApp } from '@strapi/admin/strapi-admin';
import { addFeatures, failSafe } from './fail-safe';

const quietly = (work: () => void): string[] => {
  const said = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    work();
    return said.mock.calls.map(([text]) => String(text));
  } finally {
    said.mockRestore();
  }
};

describe('a panel that has changed', () => {
  it('lacks the feature that finds no place, and has the others', () => {
    const done: string[] = [];
    const missing = {
      bootstrap: (app: StrapiApp) => app.registerHook('gone', () => undefined),
    };
    const said = quietly(() =>
      addFeatures('bootstrap', {} as StrapiApp, [missing, { bootstrap: () => void done.push('second') }]),
    );
    expect(done).toEqual(['second']);
    expect(said).toHaveLength(1);
  });

  it('is left as it is by a hook that fails', () => {
    const given = { layout: [] };
    const fails = failSafe<{ layout: unknown[]; edit?: { panels: unknown[] } }>((layout) => ({
      ...layout,
      layout: layout.edit?.panels.slice() as unknown[],
    }));
    const throws = failSafe(() => {
      throw new Error('another shape');
    });
    expect(quietly(() => expect(throws(given as never)).toBe(given))).toHaveLength(1);
    expect(fails({ layout: [1], edit: { panels: [2] } }).layout).toEqual([2]);
  });
});
