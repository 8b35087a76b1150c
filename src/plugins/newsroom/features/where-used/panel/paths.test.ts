import type { Use } from '../shared/where-used';
import { listPath } from './paths';

const record = { documentId: 'abc', number: 3, title: '勞動 基準' };
const usedBy = (...uses: Partial<Use>[]) => ({
  uid: 'api::bill.bill',
  count: 2,
  uses: uses.map((use): Use => ({ attribute: 'act', effect: 'clear', count: 1, ...use })),
});

describe('the list of records that refer to one', () => {
  it('has a filter that Strapi displays and that matches only this record', () => {
    expect(listPath(usedBy({ path: ['act'] }), [record], 'api::act.act')).toBe(
      `/content-manager/collection-types/api::bill.bill?filters[$and][0][act][title][$eq]=${encodeURIComponent('勞動 基準')}&filters[$and][0][act][documentId][$eq]=abc`,
    );
  });

  it('combines several relations, including those through rows', () => {
    const uses = [{ path: ['sponsors'] }, { path: ['act_features', 'act_dir'] }, { path: ['sponsors'] }];
    expect(listPath(usedBy(...uses), [record], 'api::rep.rep')).toBe(
      '/content-manager/collection-types/api::bill.bill?filters[$or][0][sponsors][documentId]=abc&filters[$or][1][act_features][act_dir][documentId]=abc',
    );
  });

  it('or to one of several', () => {
    const others = ['a', 'b'].map((documentId) => ({ ...record, documentId }));
    expect(listPath(usedBy({ path: ['act'] }), others, 'api::act.act')).toBe(
      '/content-manager/collection-types/api::bill.bill?filters[act][documentId][$in][0]=a&filters[act][documentId][$in][1]=b',
    );
    expect(listPath(usedBy({ path: ['act'] }), Array(21).fill(record), 'api::act.act')).toBeNull();
    expect(listPath(usedBy({ path: ['act'] }), [], 'api::act.act')).toBeNull();
  });

  it('is missing where filters cannot express it', () => {
    expect(listPath(usedBy({}), [record], 'api::act.act')).toBeNull();
    const deep = { path: ['act_features', 'act_dir', 'st'] };
    expect(listPath(usedBy(deep, { path: ['st'] }), [record], 'api::specific-topic.specific-topic')).toBeNull();
    expect(listPath(usedBy(deep), [record], 'api::specific-topic.specific-topic')).toContain(
      '?filters[act_features][act_dir][st][documentId]=abc',
    );
  });
});
