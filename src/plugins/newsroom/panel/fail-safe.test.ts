import type { StrapiApp } from '@strapi/admin/strapi-admin';
import { addFeatures, failSafe } from './fail-safe';

const captureErrors = (work: () => void): string[] => {
  const spy = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  try {
    work();
    return spy.mock.calls.map(([text]) => String(text));
  } finally {
    spy.mockRestore();
  }
};

describe('a panel that an upgrade changed', () => {
  it('lacks the feature that cannot be added, and has the others', () => {
    const calls: string[] = [];
    const missing = {
      bootstrap: (app: StrapiApp) => app.registerHook('gone', () => undefined),
    };
    const errors = captureErrors(() =>
      addFeatures('bootstrap', {} as StrapiApp, [missing, { bootstrap: () => void calls.push('second') }]),
    );
    expect(calls).toEqual(['second']);
    expect(errors).toHaveLength(1);
  });

  it('stays unchanged when a hook fails', () => {
    const value = { layout: [] };
    const fails = failSafe<{ layout: unknown[]; edit?: { panels: unknown[] } }>((layout) => ({
      ...layout,
      layout: layout.edit?.panels.slice() as unknown[],
    }));
    const throws = failSafe(() => {
      throw new Error('another shape');
    });
    expect(captureErrors(() => expect(throws(value as never)).toBe(value))).toHaveLength(1);
    expect(fails({ layout: [1], edit: { panels: [2] } }).layout).toEqual([2]);
  });
});
