import { panels } from '../../../../../panels';
import { type AnyPanel, both, type Language, type Task, tasks } from '../../../shared/panel';

export interface Section {
  /** A task, or the helpers that all tasks share. */
  key: Task | 'helpers';
  panels: AnyPanel[];
}

/** All content types by task, in the order of the work; helpers of all tasks come last. */
export const sections: Section[] = [
  ...(Object.keys(tasks) as Task[]).map((key) => ({
    key,
    panels: panels.filter(({ task, helper }) => task === key && !helper),
  })),
  { key: 'helpers', panels: panels.filter(({ helper }) => helper) },
];

const ordered = sections.flatMap((section) => section.panels);

/**
 * The title by which Strapi sorts and searches the content manager's links before it translates them: the position in our
 * order, then the name in both languages.
 */
export const linkTitle = ({ uid, plural }: AnyPanel): string => `${positionOf(uid)} ${both(plural)}`;

/** Citizens' accounts, a content type of Strapi's own; listed after their e-mail addresses. */
export const accounts = { uid: 'plugin::users-permissions.user', plural: { zh: '公民帳號', en: 'Citizen accounts' } };

export const accountsTitle = `${positionOf('api::citizen-email.citizen-email')}5 ${both(accounts.plural)}`;

function positionOf(uid: string): string {
  return String(ordered.findIndex((panel) => panel.uid === uid) + 1).padStart(2, '0');
}

/** The content manager's link titles in a language of the panel. */
export function linkTranslations(language: Language): Record<string, string> {
  const links = panels.map((panel) => [linkTitle(panel), panel.plural[language]] as const);
  const manager = {
    'content-manager.components.LeftMenu.collection-types': { zh: '資料', en: 'Records' }[language],
  };
  return { ...Object.fromEntries(links), [accountsTitle]: accounts.plural[language], ...manager };
}
