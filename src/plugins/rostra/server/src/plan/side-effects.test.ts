import { registerPlanResources, report, topic } from '../../../../../../tests/support/plan-resources';
import { useModels } from '../sql/model';
import { sideEffectsOfChange } from './side-effects';

/** The metadata of a relation between topics that both sides know; `isOrdered` if the other side has an order of its own. */
const modelsWith = (isOrdered: boolean) =>
  useModels((uid) => ({
    uid,
    tableName: 'topics',
    attributes: {
      related: {
        type: 'relation',
        target: 'api::topic.topic',
        inversedBy: 'related',
        joinTable: {
          name: 'links',
          joinColumn: { name: 'a' },
          inverseJoinColumn: { name: 'b' },
          ...(isOrdered ? { inverseOrderColumnName: 'b_order' } : {}),
        },
      },
    },
  }));

beforeAll(registerPlanResources);

describe('the side effects of a change', () => {
  it('concern records dropped from a list with an ordered other side', () => {
    modelsWith(true);
    const effects = sideEffectsOfChange(topic, { related: [3, 4, 5] }, { related: [4, 6], title: '甲' });
    expect(effects).toEqual([{ resource: topic, publicIds: [3, 5], fields: ['related'] }]);
  });

  it('are empty if nothing is dropped, or if the other side has no order', () => {
    modelsWith(true);
    expect(sideEffectsOfChange(topic, { related: [3] }, { related: [4, 3] })).toEqual([]);
    expect(sideEffectsOfChange(report, { questions: [3] }, { questions: [] })).toEqual([]);
    modelsWith(false);
    expect(sideEffectsOfChange(topic, { related: [3] }, { related: [] })).toEqual([]);
  });
});
