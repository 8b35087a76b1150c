import { resources } from '../../../../../resources';
import { register } from '../../../../rostra/server/src/resource/registry';
import { useModels } from '../../../../rostra/server/src/sql/model';
import { usePathsTo } from './use-paths';

const links = { name: 'links', joinColumn: { name: 'entity_id' }, inverseJoinColumn: { name: 'cmp_id' } };
const rowsOf = (target: string) => ({ type: 'component', target, joinTable: links });

beforeAll(() => {
  register({ resources, views: [], endpoints: [] });
  const attributes = { parties: rowsOf('rep.party'), caucuses: rowsOf('term.caucus') };
  useModels((uid) => ({ uid, tableName: uid, attributes }));
});

const usesOf = (kind: string) =>
  usePathsTo(kind).map(({ resource, use: { attribute, effect, through } }) => ({
    of: `${resource.kind}.${attribute}`,
    effect,
    through,
  }));

describe('what deleting a record does to those that refer to it', () => {
  it.each([
    ['rep', 'vote.aye', 'unlist'],
    ['rep', 'bill.principle_sponsor_rep', 'clear'],
    ['tag', 'bill.tags', 'unlist'],
    ['figure', 'data-report.figures', 'row'],
    ['persona', 'park-event.collaborators', 'row'],
    ['act', 'bill.act', 'restrict'],
    ['specific-topic', 'act-dir.st', 'cascade'],
  ])('%s: %s, %s', (kind, of, effect) => {
    expect(usesOf(kind)).toContainEqual({ of, effect, through: undefined });
  });

  it.each([
    ['caucus', 'parties', { uid: 'rep.party', attribute: 'caucus' }, 'clear'],
    ['party', 'caucuses', { uid: 'term.caucus', attribute: 'parties' }, 'unlist'],
    ['figure', 'figures', undefined, 'row'],
    ['rep', 'principle_sponsor_rep', undefined, 'clear'],
  ])('names the field of nested rows that stay: %s, %s', (kind, attribute, row, effect) => {
    const uses = usePathsTo(kind).filter(({ use }) => use.attribute === attribute && use.effect === effect);
    expect(uses.map(({ use }) => use.row)).toEqual([row]);
  });

  it('is one thing for each field, so that counts by field count each record once', () => {
    for (const { kind } of resources) {
      const texts = usesOf(kind).map((use) => JSON.stringify(use));
      expect(texts).toEqual([...new Set(texts)]);
    }
  });
});
