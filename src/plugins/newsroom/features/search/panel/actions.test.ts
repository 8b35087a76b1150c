import { actionsBy, actionsFor } from './actions';

const all = actionsFor({ may: () => true, mayUse: () => true });
const found = (text: string, actions = all) => actionsBy(text, actions).map(({ title, to }) => [title.zh, to]);

describe('what one can do', () => {
  it('is found in both languages, and by the words that people use for it', () => {
    const create = ['新增表決', '/content-manager/collection-types/api::vote.vote/create'];
    for (const text of ['新增表決', '建立 表決', 'new vote', 'Add vote', 'ｖｏｔｅ new'])
      expect([text, found(text)[0]]).toEqual([text, create]);
    for (const text of ['匯入', 'import']) expect(found(text)[0]).toEqual(['匯入', '/plugins/newsroom/import']);
    expect(found('議案')).toContainEqual(['議案', '/content-manager/collection-types/api::bill.bill']);
    expect(found('沒有這種事')).toEqual([]);
  });

  it('is what the account may do', () => {
    const own = actionsFor({
      may: (action, uid) => action === 'read' && uid === 'api::rep.rep',
      mayUse: (action) => action === 'plugin::newsroom.topic-map',
    });
    expect(own.map(({ title }) => title.en)).toEqual([
      'Home',
      'Desk',
      'Topic map',
      'Changes',
      'Deleted',
      'Profile',
      'Representatives',
    ]);
  });
});
