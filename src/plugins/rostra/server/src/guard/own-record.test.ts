import { parkEvent } from '../../../../../api/park-event/resource';
import type { Run } from '../store/database';
import { ownRecord } from './own-record';

describe('a record as a save alone would have left it', () => {
  it('is empty where its form has shown nothing, whatever others have entered since', async () => {
    const [shown, theirs] = [
      { title: 'a', start_date: '2020-01-05', end_date: null },
      { title: 'b', start_date: '2020-01-05', end_date: '2020-01-07' },
    ];
    const after = { ...theirs, start_date: '2020-01-10', slug: 's' };
    const save = {
      resource: parkEvent,
      publicId: 1,
      changed: ['end_date', 'title'],
      shown,
      theirs,
      rows: {},
      data: { start_date: after.start_date },
      lists: new Map(),
      tables: new Map(),
      written: after,
      after,
      nested: new Map(),
    };
    const run: Run = async () => [];
    // Of what the history of the form does not say, what is stored counts.
    expect(await ownRecord(save, run)).toMatchObject({
      title: 'a',
      start_date: '2020-01-10',
      end_date: null,
      slug: 's',
    });
  });
});
