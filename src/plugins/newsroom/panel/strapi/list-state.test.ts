import { enterView, leaveViews, shownList, watchList } from './list-state';

const UID = 'api::bill.bill';
const SETTINGS = `STRAPI_LIST_VIEW_SETTINGS:${UID}`;
const COLUMNS = `STRAPI_LIST_VIEW_DISPLAYED_HEADERS:${UID}:false`;

function storageWith(items: Record<string, string>) {
  const kept = new Map(Object.entries(items));
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { storage: storage as Storage, items: () => Object.fromEntries(kept) };
}

describe('what a list keeps', () => {
  it('is set aside while views of it are open', () => {
    const own = { [SETTINGS]: '{"sort":"date:ASC"}', [COLUMNS]: '["number"]', other: '1' };
    const { storage, items } = storageWith(own);
    enterView(UID, false, ['date'], storage);
    expect(items()).toMatchObject({ [COLUMNS]: '["date"]', other: '1' });
    expect(items()).not.toHaveProperty([SETTINGS]);
    // What the view has shown is not the editor's own list.
    storage.setItem(SETTINGS, '{"sort":"date:DESC"}');
    enterView(UID, false, null, storage);
    expect(items()).not.toHaveProperty([COLUMNS]);
    leaveViews(UID, false, storage);
    expect(items()).toEqual(own);
    leaveViews(UID, false, storage);
    expect(items()).toEqual({ other: '1' });
  });
});

describe('the shown list', () => {
  const hook = (...names: string[]) =>
    ({
      displayedHeaders: names.map((name) => ({ name })),
      layout: {
        layout: [{ name: 'number' }, { name: 'date' }],
        settings: { defaultSortBy: 'date', defaultSortOrder: 'DESC', pageSize: 20 },
      },
    }) as never;

  it('has columns of its own only where they are not those of its layout', async () => {
    watchList(hook('number', 'date', 'title'));
    await Promise.resolve();
    const columns = ['number', 'date', 'title'];
    expect(shownList.get()).toEqual({ columns, sort: 'date:DESC', pageSize: 20 });
    watchList(hook('number', 'date'));
    await Promise.resolve();
    expect(shownList.get()?.columns).toBeNull();
    watchList(hook());
    await Promise.resolve();
    expect(shownList.get()?.pageSize).toBe(20);
  });
});
