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
    expect(restOf(two, 'r2', {})).toBeUndefined();
    expect(restOf(two, 'r1', {}, { change: 7 })).toEqual({
      at: 10,
      change: 7,
      loaded: { title: '甲', note: 'n', rows: [{ n: 1 }] },
      values: {
        title: '乙',
        note: null,
        rows: [],
        links: { connect: [{ id: 4 }], disconnect: [{ id: 1 }] },
        act: { connect: [], disconnect: [{ id: 5 }] },
      },
    });
  });

  it('of a new record keeps what is set back to the value that the form begins with', () => {
    const [given, own, links] = [{ isLaw: false, tags: 't' }, { isLaw: true }, { connect: [], disconnect: [] }];
    const draft = { at: 10, loaded: {}, values: {}, sent: [{ request: 'r1', values: own }] };
    expect(restOf(draft, 'r1', given)).toEqual({ at: 10, values: { isLaw: false }, loaded: { isLaw: true } });
    expect(restOf({ ...draft, values: own, sent: [] }, 'r1', given)?.loaded).toEqual({ isLaw: false });
    const linked = { connect: [{ id: 1 }], disconnect: [] };
    const sent = [{ request: 'r1', values: { links: linked } }];
    expect(restOf({ ...draft, sent }, 'r1', { links })?.values).toEqual({
      links: { connect: [], disconnect: [{ id: 1 }] },
    });
  });

  it('of a new record keeps another order of its links, each with its place', () => {
    const link = (id: number, before?: string) => {
      const documentId = `d${id}`;
      return {
        id,
        href: `../${documentId}`,
        apiData: { id, documentId, ...(before !== undefined && { position: { before } }) },
      };
    };
    const linksOf = (...connect: ReturnType<typeof link>[]) => ({ links: { connect, disconnect: [] } });
    const restWith = (...connect: ReturnType<typeof link>[]) => {
      const sent = [{ request: 'r1', values: linksOf(link(1), link(2), link(3)) }];
      return restOf({ at: 10, loaded: {}, values: linksOf(...connect), sent }, 'r1', {})?.values;
    };
    const places = (values: ReturnType<typeof restWith>) =>
      (values as ReturnType<typeof linksOf> | undefined)?.links.connect.map(({ id, apiData }) => [
        id,
        apiData.position,
      ]);
    const moved = restWith(link(3), link(1), link(2));
    expect(places(moved)).toEqual([3, 1, 2].map((id) => [id, { end: true }]));
    expect((moved as ReturnType<typeof linksOf>).links.connect[0]).toMatchObject({
      href: '../d3',
      __temp_key__: 'c000',
    });
    // The form writes the same order in another way.
    expect(restWith(link(3), link(2, 'd3'), link(1, 'd2'))).toBeUndefined();
    expect(places(restWith(link(3), link(4, 'd3'), link(2, 'd4'), link(1, 'd2')))).toEqual([[4, { before: 'd3' }]]);
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
