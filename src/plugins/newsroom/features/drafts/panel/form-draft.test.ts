import { draftOf, missingIn } from './form-draft';

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
