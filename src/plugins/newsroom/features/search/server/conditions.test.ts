import { type Model, useModels } from '../../../../rostra/server/src/sql/model';
import { conditionsOf } from './conditions';

const rep: Model = { uid: 'rep', tableName: 'reps', attributes: { name: { type: 'string', columnName: 'name' } } };

const bill: Model = {
  uid: 'bill',
  tableName: 'bills',
  attributes: {
    number: { type: 'integer', columnName: 'number' },
    documentId: { type: 'string', columnName: 'document_id' },
    content: { type: 'text', columnName: 'content' },
    sponsors: {
      type: 'relation',
      target: 'rep',
      joinTable: {
        name: 'bills_sponsors_lnk',
        joinColumn: { name: 'bill_id' },
        inverseJoinColumn: { name: 'rep_id' },
      },
    },
  },
};

const conditions = (query: string, nameOf: (uid: string) => string | undefined = () => 'name', hidden: string[] = []) =>
  conditionsOf(
    {
      panel: { search: ['sponsors'] },
      model: bill,
      key: 'number',
      mayRead: (name) => !hidden.includes(name),
      nameOf,
      columnOf: (name) => `t0.${name}`,
    },
    query,
  );

describe('the conditions of a search', () => {
  beforeAll(() => useModels((uid) => (uid === 'rep' ? rep : bill)));

  it('are one for each word, in texts that people write, in names and in the public identifier', () => {
    const [word, number, ...others] = conditions('王 12');
    expect(others).toEqual([]);
    expect(word?.values).toEqual([
      ...['t0.content', '王'],
      ...[
        'bills_sponsors_lnk',
        'reps',
        'searched_link.rep_id',
        'searched_link.bill_id',
        't0.id',
        'searched.name',
        '王',
      ],
    ]);
    expect(number?.text).toMatch(/^\(\?\? ~ \? or \?\? = \?::bigint or exists /);
    expect(number?.values.slice(0, 4)).toEqual(['t0.content', '[1１][2２]', 't0.number', '12']);
  });

  it('do not concern what the searcher may not read', () => {
    const ofContent = [{ text: '(?? ~ ?)', values: ['t0.content', '王'] }];
    expect(conditions('王', () => undefined)).toEqual(ofContent);
    expect(conditions('王', () => 'name', ['sponsors'])).toEqual(ofContent);
    expect(conditions('1', () => 'name', ['sponsors', 'content', 'number'])).toEqual([{ text: 'false', values: [] }]);
  });
});
