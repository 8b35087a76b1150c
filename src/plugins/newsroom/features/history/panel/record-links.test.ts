import type { RestoreFault } from '../shared/restore';
import { linksOf } from './record-links';

const [BILL, REP] = ['api::bill.bill', 'api::rep.rep'];
const fault: RestoreFault = { uid: BILL, record: { number: 7, documentId: 'abc' }, kind: 'missing' };
const ofBill = { uid: BILL, to: `/content-manager/collection-types/${BILL}/abc`, isDeleted: false };
const deleted = (uid: string) => ({
  uid,
  to: `/plugins/newsroom/deleted?uid=${encodeURIComponent(uid)}`,
  isDeleted: true,
});

describe('the links of a fault', () => {
  it('lead to the history of its record, and to the deleted records among which the other one is', () => {
    expect(linksOf(fault)).toEqual([ofBill]);
    expect(linksOf({ ...fault, other: { uid: REP, record: { number: 3 } } })).toEqual([ofBill, deleted(REP)]);
  });

  it('lead to the deleted records, each list once, where its own record is gone', () => {
    const gone = { ...fault, record: { number: 7 } };
    expect(linksOf({ ...gone, other: { uid: REP, record: { number: 3 } } })).toEqual([deleted(BILL), deleted(REP)]);
    expect(linksOf({ ...gone, other: { uid: BILL, record: { number: 3 } } })).toEqual([deleted(BILL)]);
  });

  it('lead to nothing that the reader may not read, and not to what is there again', () => {
    expect(linksOf({ uid: BILL, kind: 'unread' })).toEqual([]);
    expect(linksOf({ ...fault, other: { uid: REP } })).toEqual([ofBill]);
    expect(linksOf({ ...fault, other: { uid: REP, record: { number: 3, documentId: 'def' } } })).toEqual([ofBill]);
  });
});
