import { del, get, patch, sql } from '../support/client';
import { make, type RecordBody } from '../support/factory';

/** Deleting a record removes the rows that only name it (conventions 4.7), even under concurrent changes. */
const LISTS = [
  {
    title: 'a figure of a report',
    named: 'figure',
    namedPath: '/console/comp/figure',
    list: 'data-report',
    listPath: '/console/lab/data_report',
    tables: ['components_data_report_figures', 'data_reports_cmps'],
    rowsOf: (ids: number[]) => ({ figures: ids.map((id, index) => ({ id, index })) }),
    idsIn: ({ figures }: RecordBody): number[] => figures.map(({ id }: RecordBody) => id),
  },
  {
    title: 'a persona of an event',
    named: 'persona',
    namedPath: '/console/lab/personas',
    list: 'park-event',
    listPath: '/console/park/events',
    tables: ['components_park_event_collaborators', 'park_events_cmps'],
    rowsOf: (ids: number[]) => ({ collaborators: ids }),
    idsIn: ({ collaborators }: RecordBody): number[] => collaborators.map(({ entity }: RecordBody) => entity.id),
  },
];

describe.each(LISTS)('$title', ({ named, namedPath, list, listPath, tables, rowsOf, idsIn }) => {
  const idsOf = async ({ id }: RecordBody) => idsIn((await get(`${listPath}/${id}`)).body);

  it('that is deleted while it is put on a list is on it, or is gone', async () => {
    const record = await make(list);
    for (let round = 0; round < 12; round += 1) {
      const { id } = await make(named);
      const [removed, changed] = await Promise.all([
        del(`${namedPath}/${id}`),
        patch(`${listPath}/${record.id}`, rowsOf([id])),
      ]);
      expect(removed.status).toBe(204);
      expect([200, 400]).toContain(changed.status);
      expect(await idsOf(record)).not.toContain(id);
    }
  });

  it('that is deleted while its list is changed leaves the list as it was changed', async () => {
    for (let round = 0; round < 12; round += 1) {
      const [deleted, other] = [await make(named), await make(named)];
      const record = await make(list, rowsOf([deleted.id, other.id]));
      const [removed, changed] = await Promise.all([
        del(`${namedPath}/${deleted.id}`),
        patch(`${listPath}/${record.id}`, rowsOf([other.id])),
      ]);
      expect([removed.status, changed.status]).toEqual([204, 200]);
      expect(await idsOf(record)).toEqual([other.id]);
    }
  });

  it('leaves the lists of all records at once, and the remaining rows can be changed', async () => {
    const [deleted, other] = [await make(named), await make(named)];
    const records = [
      await make(list, rowsOf([deleted.id, other.id])),
      await make(list, rowsOf([other.id, deleted.id])),
    ];
    expect((await del(`${namedPath}/${deleted.id}`)).status).toBe(204);
    for (const record of records) {
      expect(await idsOf(record)).toEqual([other.id]);
      expect((await patch(`${listPath}/${record.id}`, rowsOf([]))).status).toBe(200);
      expect(await idsOf(record)).toEqual([]);
    }
  });

  it('leaves no row behind that belongs to nothing', async () => {
    const [rows, links] = tables;
    const [orphans] = await sql(
      `select count(*)::int as count from ${rows} r where not exists (select from ${links} l where l.cmp_id = r.id)`,
    );
    expect(orphans?.count).toBe(0);
  });
});
