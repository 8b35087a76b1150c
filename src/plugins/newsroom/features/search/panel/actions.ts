import { panels } from '../../../../../panels';
import { contentTypePath, NEW } from '../../../panel/strapi/paths';
import { actionId } from '../../../shared/action-id';
import type { AnyPanel, Text } from '../../../shared/panel';
import { IMPORT_ACTION } from '../../content-import/shared/content-import';
import importEn from '../../content-import/texts/en.json';
import importZh from '../../content-import/texts/zh.json';
import historyEn from '../../history/texts/en.json';
import historyZh from '../../history/texts/zh.json';
import navigationEn from '../../navigation/texts/en.json';
import navigationZh from '../../navigation/texts/zh.json';
import { TOPIC_MAP_ACTION } from '../../topic-map/shared/topic-map';
import mapEn from '../../topic-map/texts/en.json';
import mapZh from '../../topic-map/texts/zh.json';
import { rankIn } from '../shared/rank';
import en from '../texts/en.json';
import zh from '../texts/zh.json';

/** What one can do in the panel: open the form of a new record, or go to a page. */
export interface Action {
  kind: 'create' | 'page';
  title: Text;
  to: string;
  /** Whether it is offered before anything is typed. */
  isCommon?: boolean;
}

/** What an account may do. */
export interface Rights {
  /** With the records of a content type. */
  may(action: 'create' | 'read', uid: string): boolean;
  /** An action of a plugin. */
  mayUse(action: string): boolean;
}

interface Page extends Omit<Action, 'kind'> {
  /** The action of a plugin that its readers need. */
  needs?: string;
}

const PAGES: Page[] = [
  { title: { zh: zh.home, en: en.home }, to: '/' },
  { title: { zh: navigationZh.title, en: navigationEn.title }, to: '/plugins/newsroom/desk', isCommon: true },
  {
    title: { zh: mapZh.title, en: mapEn.title },
    to: '/plugins/newsroom/topic-map',
    needs: actionId(TOPIC_MAP_ACTION),
    isCommon: true,
  },
  {
    title: { zh: importZh.title, en: importEn.title },
    to: '/plugins/newsroom/import',
    needs: actionId(IMPORT_ACTION),
    isCommon: true,
  },
  { title: { zh: historyZh.changes, en: historyEn.changes }, to: '/plugins/newsroom/changes', isCommon: true },
  { title: { zh: historyZh.deleted, en: historyEn.deleted }, to: '/plugins/newsroom/deleted', isCommon: true },
  { title: { zh: zh.media, en: en.media }, to: '/plugins/upload', needs: 'plugin::upload.read' },
  { title: { zh: zh.profile, en: en.profile }, to: '/me' },
];

/** The content types of which editors often enter new records. */
const OFTEN_CREATED = ['api::bill.bill', 'api::vote.vote'];

/** The most actions of one kind that a search offers. */
const MAX_OF_KIND = 5;

/** Words that people type for the one in the titles. */
const VERBS = [
  { typed: /^(?:新增|建立|新建)\s*/u, title: '新增 ' },
  { typed: /^(?:new|create|add)\s+/iu, title: 'new ' },
];

/** Everything that an account may do. */
export function actionsFor({ may, mayUse }: Rights): Action[] {
  return [
    ...panels.filter(({ uid }) => may('create', uid)).map(creation),
    ...PAGES.filter(({ needs }) => needs === undefined || mayUse(needs))
      .map(({ needs: _, ...page }) => page)
      .map(asPage),
    ...panels
      .filter(({ uid }) => may('read', uid))
      .map(({ plural, uid }) => asPage({ title: plural, to: contentTypePath(uid) })),
  ];
}

/** What fits a search best, in either language, by the rules for records. */
export function actionsBy(text: string, actions: Action[]): (Action & { rank: number })[] {
  const words = VERBS.reduce((all, { typed, title }) => all.replace(typed, title), text);
  const fitting = actions
    .flatMap((action) => {
      const rank = rankIn([action.title.zh, action.title.en], words);
      return rank === undefined ? [] : [{ ...action, rank }];
    })
    .sort((a, b) => a.rank - b.rank);
  const first = (kind: Action['kind']) => fitting.filter((each) => each.kind === kind).slice(0, MAX_OF_KIND);
  return [...first('create'), ...first('page')];
}

const asPage = (page: Omit<Action, 'kind'>): Action => ({ ...page, kind: 'page' });

const creation = ({ uid, name }: AnyPanel): Action => ({
  kind: 'create',
  title: { zh: zh.create.replace('{name}', name.zh), en: en.create.replace('{name}', name.en.toLowerCase()) },
  to: `${contentTypePath(uid)}/${NEW}`,
  isCommon: OFTEN_CREATED.includes(uid),
});
