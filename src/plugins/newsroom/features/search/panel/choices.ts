import { contentTypePath, recordPath } from '../../../panel/strapi/paths';
import type { Language } from '../../../shared/panel';
import { nameOf, panelOf, pluralOf, titleOf } from '../../../shared/panels';
import type { DescribedRecord, Found } from '../shared/found';
import { wordsWithin } from '../shared/kind-words';
import type { Action } from './actions';

/** One line of the search box. */
export interface Choice {
  title: string;
  /** What tells it from its namesakes. */
  note?: string;
  number?: number;
  /** The page that it opens. */
  to: string;
}

export interface ChoiceGroup {
  title: string;
  choices: Choice[];
}

/** What is shown in a language. */
export interface Words {
  language: Language;
  /** A text of the feature. */
  t(key: string, values?: Record<string, string | number>): string;
  /** The parts of a record that tell it from its namesakes. */
  detailsOf(record: DescribedRecord): string[];
}

type Ranked = ChoiceGroup & { rank: number };

/** The groups of what a search has found: records by content type, and actions, first the group with what fits best. */
export function foundGroups(
  text: string,
  { records, more }: Found,
  actions: (Action & { rank: number })[],
  words: Words,
): ChoiceGroup[] {
  const uids = [...new Set([...records.map(({ uid }) => uid), ...more])];
  const ofRecords = uids.map((uid): Ranked => {
    const own = records.filter((record) => record.uid === uid);
    const choices = own.map((record) => choiceOf(record, words.detailsOf(record), words.language));
    const list = more.includes(uid) ? listChoice(uid, text, words) : [];
    return { title: pluralOf(uid, words.language), choices: [...choices, ...list], rank: bestOf(own) };
  });
  const ofActions = (['create', 'page'] as const).map(
    (kind): Ranked => ({
      ...actionGroup(kind, actions, words),
      rank: bestOf(actions.filter((each) => each.kind === kind)),
    }),
  );
  return [...ofRecords, ...ofActions]
    .filter(({ choices }) => choices.length > 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ title, choices }) => ({ title, choices }));
}

/** The groups before anything is typed: what the account has opened lately, and what is often done. */
export function firstGroups(recent: DescribedRecord[], actions: Action[], words: Words): ChoiceGroup[] {
  const choices = recent.map((record) =>
    choiceOf(record, [nameOf(record.uid, words.language), ...words.detailsOf(record)], words.language),
  );
  const common = actions.filter(({ isCommon }) => isCommon);
  return [
    { title: words.t('recent'), choices },
    actionGroup('create', common, words),
    actionGroup('page', common, words),
  ].filter((group) => group.choices.length > 0);
}

const bestOf = (ranked: { rank: number }[]): number => Math.min(...ranked.map(({ rank }) => rank));

function choiceOf(record: DescribedRecord, notes: string[], language: Language): Choice {
  const { uid, documentId, number, title } = record;
  const name = number === undefined ? (title ?? nameOf(uid, language)) : titleOf(uid, { ...record, number }, language);
  return {
    title: name,
    note: notes.join(' · '),
    ...(number !== undefined && { number }),
    to: recordPath(uid, documentId),
  };
}

/** The list of a content type, searched for the same words: it has more records, and looks into their texts. */
function listChoice(uid: string, text: string, { t, language }: Words): Choice[] {
  const panel = panelOf(uid);
  if (!panel) return [];
  const query = encodeURIComponent(wordsWithin(text, panel).join(' '));
  return [{ title: t('in-list', { name: panel.plural[language] }), to: `${contentTypePath(uid)}?_q=${query}` }];
}

function actionGroup(kind: Action['kind'], actions: Action[], { t, language }: Words): ChoiceGroup {
  const own = actions.filter((each) => each.kind === kind);
  const title = t(kind === 'create' ? 'creates' : 'pages');
  return { title, choices: own.map((action) => ({ title: action.title[language], to: action.to })) };
}
