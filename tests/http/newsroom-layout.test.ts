import { panels } from '../../src/panels';
import { both } from '../../src/plugins/newsroom/shared/panel';
import { send } from '../support/client';

const configurationOf = async (uid: string) =>
  (await send('GET', `/content-manager/content-types/${uid}/configuration`, undefined, { as: 'admin' })).body.data;

describe('the content manager', () => {
  it.each(panels)('shows $uid as its panel declares', async (panel) => {
    const { contentType } = await configurationOf(panel.uid);
    expect(contentType.settings).toMatchObject({
      mainField: panel.main,
      defaultSortBy: panel.list.sort[0],
      defaultSortOrder: panel.list.sort[1],
    });
    expect(contentType.layouts.list).toEqual(panel.list.columns);
    const rows = panel.groups.flatMap((group) => group.rows.map((row) => Object.keys(row)));
    expect(contentType.layouts.edit.map((row: { name: string }[]) => row.map(({ name }) => name))).toEqual(rows);
    for (const [name, field] of Object.entries(panel.fields))
      expect(contentType.metadatas[name]).toMatchObject({ edit: { label: both(field) }, list: { label: both(field) } });
  });

  it('shows the rows within a form as their panels declare, with names in relations', async () => {
    const { components } = await configurationOf('api::bill.bill');
    const { metadatas, settings, layouts } = components['bill.legislative-step'];
    expect(settings.mainField).toBe('date');
    expect(metadatas.legislative_step.edit).toMatchObject({ label: '審議程序 Step', mainField: 'name' });
    expect(layouts.edit).toEqual([
      [
        { name: 'date', size: 6 },
        { name: 'legislative_step', size: 6 },
      ],
    ]);
  });
});

describe('GET /newsroom/desk/counts', () => {
  it('counts the records of every content type that the editor may read', async () => {
    const { status, body } = await send('GET', '/newsroom/desk/counts', undefined, { as: 'admin' });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(panels.map(({ uid }) => uid).sort());
    expect(body['api::bill.bill']).toEqual(expect.any(Number));
  });

  it('is for the panel only', async () => {
    expect((await send('GET', '/newsroom/desk/counts', undefined, { as: 'editor' })).status).toBe(401);
  });
});
