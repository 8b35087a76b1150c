import { resources } from '../../../../../resources';
import { register } from '../../../../rostra/server/src/resource/registry';
import { usePathsTo } from './use-paths';

beforeAll(() => register({ resources, views: [], endpoints: [] }));

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

  it('is one thing for each field, so that counts by field count each record once', () => {
    for (const { kind } of resources) {
      const texts = usesOf(kind).map((use) => JSON.stringify(use));
      expect(texts).toEqual([...new Set(texts)]);
    }
  });
});
