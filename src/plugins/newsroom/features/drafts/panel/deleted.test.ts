import { UNSHOWN } from '../../../panel/unshown';
import { deletedRecord, messageFor } from './deleted';

const uid = 'api::tag.tag';
const save = { endpoint: 'updateDocument', status: 404, args: { model: uid, documentId: 'abc' } };

beforeEach(() => {
  deletedRecord.set(undefined);
  Object.assign(globalThis, {
    window: { location: { pathname: `/admin/content-manager/collection-types/${uid}/abc` } },
    document: { documentElement: { lang: 'zh' } },
  });
});

describe('a save that is refused because its record is deleted', () => {
  it('is told by a dialog where its form is open', () => {
    expect(messageFor(save)).toBe(UNSHOWN);
    expect(deletedRecord.get()).toEqual({ uid, documentId: 'abc' });
  });

  it('is told by a message where its form was left, or is a dialog on another page', () => {
    window.location.pathname = '/admin/plugins/newsroom/topic-map';
    expect(messageFor(save)).toContain('已被刪除');
    expect(deletedRecord.get()).toBeUndefined();
  });

  it('is told from other failures', () => {
    expect(messageFor({ ...save, status: 409 })).toBeUndefined();
    expect(messageFor({ ...save, endpoint: 'getDocument' })).toBeUndefined();
    expect(deletedRecord.get()).toBeUndefined();
  });
});
