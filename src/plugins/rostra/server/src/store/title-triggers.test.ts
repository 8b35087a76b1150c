import {
  day,
  firstOf,
  joinParts,
  ownAttributes,
  phrase,
  related,
  relatedAttributes,
  truncate,
} from '../resource/title';
import { type Model, useModels } from '../sql/model';
import { compile, type Sql } from '../sql/sql';
import { readPart } from './title-parts';
import { titleTriggersOf } from './title-triggers';

const plain = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string', columnName: name }]));

const act: Model = { uid: 'act', tableName: 'acts', attributes: plain('title', 'official_seq_no') };
const bill: Model = {
  uid: 'bill',
  tableName: 'bills',
  attributes: {
    ...plain('version_no', 'date'),
    act: {
      type: 'relation',
      target: 'act',
      joinTable: {
        name: 'bills_act_lnk',
        joinColumn: { name: 'bill_id' },
        inverseJoinColumn: { name: 'act_id' },
      },
    },
  },
};
const title = joinParts(firstOf('version_no', day('date')), related('act', 'title'));

beforeAll(() => useModels((uid) => (uid === 'act' ? act : bill)));

const textsOf = (statements: Iterable<Sql>): string => [...statements].map((each) => compile(each).text).join('\n');

describe('a title', () => {
  it('lists its attributes and relations', () => {
    expect(ownAttributes(title)).toEqual(['version_no', 'date']);
    expect([...relatedAttributes(phrase`${truncate(title, 9)} ${related('act', 'official_seq_no')}`)]).toEqual([
      ['act', ['title', 'official_seq_no']],
    ]);
  });

  it('reads directly related records only', () => {
    expect(() => readPart(related('act', related('act', 'title')), { model: bill, alias: 'new' })).toThrow(
      'no further',
    );
  });
});

describe('the triggers of a title', () => {
  it('are one for the row’s columns, four for its links and one for the related records', () => {
    const { triggers } = titleTriggersOf(bill, title);
    const names = [...triggers.keys()].map((name) => name.replace(/:[0-9a-f]{8}:/, ':#:'));
    expect(names).toEqual([
      'bills.rostra_title:bills:#:own',
      'bills_act_lnk.rostra_title:bills:#:insert:new',
      'bills_act_lnk.rostra_title:bills:#:delete:old',
      'bills_act_lnk.rostra_title:bills:#:update:new',
      'bills_act_lnk.rostra_title:bills:#:update:old',
      'acts.rostra_title:bills:#:act',
    ]);
    expect(textsOf(triggers.values()).match(/for each statement/g)).toHaveLength(5);
  });

  it('compare only the columns of the title', () => {
    const texts = textsOf(titleTriggersOf(bill, title).functions.values());
    expect(texts).toContain('new."version_no" is distinct from old."version_no"');
    expect(texts).toContain('former."title" is distinct from present."title"');
    expect(texts).not.toContain('official_seq_no');
  });

  it('have new names if and only if the title’s form changes', () => {
    const namesOf = (part: typeof title) => [...titleTriggersOf(bill, part).triggers.keys()];
    expect(namesOf(title)).toEqual(namesOf(title));
    expect(namesOf(title)).not.toEqual(namesOf(joinParts('version_no', related('act', 'title'))));
  });

  it('are a single one for a title of the row’s own columns', () => {
    expect(titleTriggersOf(bill, 'version_no').triggers.size).toBe(1);
  });
});
