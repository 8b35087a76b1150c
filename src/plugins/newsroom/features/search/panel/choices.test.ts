import { RANK } from '../shared/rank';
import { firstGroups, foundGroups, type Words } from './choices';

const words: Words = {
  language: 'zh',
  t: (key) => key,
  detailsOf: ({ details }) => details.map(({ values }) => values.join('、')),
};
const record = (uid: string, number: number, rank: number, title?: string) => ({
  uid: `api::${uid}.${uid}`,
  documentId: `d${number}`,
  number,
  rank,
  ...(title && { title }),
  details: [{ field: 'x', kind: 'text' as const, values: ['甲', number] }],
});
const create = { kind: 'create' as const, title: { zh: '新增議案', en: 'New bill' }, to: '/new', isCommon: true };
const page = { kind: 'page' as const, title: { zh: '匯入', en: 'Import' }, to: '/import' };

describe('what the search box shows', () => {
  it('is grouped by kind, first the group of what fits best', () => {
    const records = [
      record('rep', 1, RANK.begins, '王一'),
      record('bill', 2, RANK.other),
      record('rep', 3, RANK.other),
    ];
    const groups = foundGroups('王', { records, more: [] }, [{ ...page, rank: RANK.whole }], words);
    expect(groups).toEqual([
      { title: 'pages', choices: [{ title: '匯入', to: '/import' }] },
      {
        title: '立法委員',
        choices: [
          { title: '王一', note: '甲、1', number: 1, to: '/content-manager/collection-types/api::rep.rep/d1' },
          { title: '立法委員 3', note: '甲、3', number: 3, to: '/content-manager/collection-types/api::rep.rep/d3' },
        ],
      },
      {
        title: '議案',
        choices: [
          { title: '議案 2', note: '甲、2', number: 2, to: '/content-manager/collection-types/api::bill.bill/d2' },
        ],
      },
    ]);
  });

  it('leads to the list where that may have more', () => {
    const records = [1, 2, 3, 4, 5].map((number) => record('bill', number, RANK.other));
    const more = ['api::bill.bill', 'api::tag.tag'];
    const [group, cut] = foundGroups('議案 台 北', { records, more }, [], words);
    const to = `/content-manager/collection-types/api::bill.bill?_q=${encodeURIComponent('台 北')}`;
    expect(group?.choices.slice(5)).toEqual([{ title: 'in-list', to }]);
    expect([cut?.title, cut?.choices.map((each) => each.title)]).toEqual(['標籤', ['in-list']]);
  });

  it('names no numbers that one may not read', () => {
    const { number: _, ...hidden } = record('bill', 2, RANK.other);
    const [group] = foundGroups('王', { records: [hidden, { ...hidden, title: '甲法' }], more: [] }, [], words);
    expect(group?.choices.map((each) => [each.title, each.number])).toEqual([
      ['議案', undefined],
      ['甲法', undefined],
    ]);
  });

  it('is what was opened lately, with its kind, and what is often done, before anything is typed', () => {
    const groups = firstGroups([record('bill', 2, 0, '甲法')], [create, page], words);
    expect(groups.map(({ title, choices }) => [title, choices.map((each) => [each.title, each.note])])).toEqual([
      ['recent', [['甲法', '議案 · 甲、2']]],
      ['creates', [['新增議案', undefined]]],
    ]);
    expect(firstGroups([], [page], words)).toEqual([]);
  });
});
