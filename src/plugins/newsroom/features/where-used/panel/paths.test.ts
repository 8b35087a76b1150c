import type { Use } from '../shared/where-used';
import { listPath } from './paths';

const record = { documentId: 'abc', number: 3, title: '勞動 基準' };
const usedBy = (...uses: Partial<Use>[]) => ({
  uid: 'api::bill.bill',
  count: 2,
  uses: uses.map((use): Use => ({ attribute: 'act', effect: 'clear', count: 1, ...use })),
});

describe('the list of all that refer to a record', () => {
  it('has a filter that Strapi shows, and that means this record only', () => {
    expect(listPath(usedBy({ path: ['act'] }), record, 'api::act.act')).toBe(
      `/content-manager/collection-types/api::bill.bill?filters[$and][0][act][title][$eq]=${encodeURIComponent('勞動 基準')}&filters[$and][0][act][documentId][$eq]=abc`,
    );
  });

  it('asks for any of several relations, through rows, too', () => {
    const uses = [{ path: ['sponsors'] }, { path: ['act_features', 'act_dir'] }, { path: ['sponsors'] }];
    expect(listPath(usedBy(...uses), record, 'api::rep.rep')).toBe(
      '/content-manager/collection-types/api::bill.bill?filters[$or][0][sponsors][documentId]=abc&filters[$or][1][act_features][act_dir][documentId]=abc',
    );
  });

  it('is not there where filters cannot tell', () => {
    expect(listPath(usedBy({}), record, 'api::act.act')).toBeNull();
    const deep = { path: ['act_features', 'act_dir', 'st'] };
    expect(listPath(usedBy(deep, { path: ['st'] }), record, 'api::specific-topic.specific-topic')).toBeNull();
    expect(listPath(usedBy(deep), record, 'api::specific-topic.specific-topic')).toContain(
      '?filters[act_features][act_dir][st][documentId]=abc',
    );
  });
});
