import { draftOf, missingIn, restOf } from './form-draft';

describe('the draft of a form', () => {
  const initialValues = { title: '舊', count: 1, links: { connect: [], disconnect: [] } };
  const values = { ...initialValues, title: '新', links: { connect: [{ id: 1 }], disconnect: [] }, note: 'n' };

  it('holds what was changed, and the same of the record as it was loaded', () => {
    const unanswered = { requests: [{ id: 'r1', at: 8 }], attributes: ['title'] };
    const loaded = { change: 7, rows: '{}', data: { title: '舊', count: 1, links: { count: 0 } }, unanswered };
    expect(draftOf({ values, initialValues }, loaded, 9)).toEqual({
      at: 9,
      change: 7,
      rows: '{}',
      unanswered,
      values: { title: '新', links: { connect: [{ id: 1 }], disconnect: [] }, note: 'n' },
      loaded: { title: '舊', links: { count: 0 } },
    });
    expect(draftOf({ values: {}, initialValues: { title: '舊' } }, undefined, 9).values).toEqual({ title: null });
    expect(draftOf({ values, initialValues: {} }, undefined, 9)).toEqual({ at: 9, values, loaded: {} });
    expect(draftOf({ values, initialValues: {} }, { unanswered }, 9)).toEqual({
      at: 9,
      values,
      loaded: {},
      unanswered,
      sent: [{ request: 'r1', values }],
    });
  });

  it('of a new record knows what each save has sent, and what is left of it once that is stored', () => {
    const unanswered = (...ids: string[]) => ({
      unanswered: { requests: ids.map((id) => ({ id, at: 8 })), attributes: [] },
    });
    const link = (...ids: number[]) => ({ connect: ids.map((id) => ({ id })), disconnect: [] });
    const first = { title: '甲', note: 'n', rows: [{ n: 1 }], links: link(1, 2), act: link(5), same: link(3) };
    const then = { title: '乙', links: link(2, 4), same: link(3) };
    const one = draftOf({ values: first, initialValues: {} }, unanswered('r1'), 9);
    const two = draftOf({ values: then, initialValues: {} }, unanswered('r1', 'r2'), 10, one);
    expect(two.sent?.map(({ request, values: { title } }) => [request, title])).toEqual([
      ['r1', '甲'],
      ['r2', '乙'],
    ]);
    expect(restOf(two, 'r2')).toBeUndefined();
    expect(restOf(two, 'r1')).toEqual({
      at: 10,
      loaded: {},
      values: {
        title: '乙',
        note: null,
        rows: [],
        links: { connect: [{ id: 4 }], disconnect: [{ id: 1 }] },
        act: { connect: [], disconnect: [{ id: 5 }] },
      },
    });
  });

  it('is as old as its values', () => {
    const former = draftOf({ values, initialValues }, undefined, 9);
    expect(draftOf({ values: { ...values, gone: undefined } as never, initialValues }, undefined, 12, former).at).toBe(
      9,
    );
    expect(draftOf({ values: { ...values, note: 'm' }, initialValues }, undefined, 12, former).at).toBe(12);
  });

  it('lacks in a form what the form does not hold', () => {
    const draft = draftOf({ values, initialValues }, undefined, 9);
    expect(missingIn({ values }, draft)).toBeUndefined();
    expect(missingIn({ values: { ...values, note: 'm' } }, draft)).toEqual({
      at: 9,
      values: { note: 'n' },
      loaded: {},
    });
    expect(missingIn({ values: initialValues }, draft)).toEqual(draft);
  });
});
