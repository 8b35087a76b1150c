import { panels } from '../../../../../panels';
import type { Language } from '../../../shared/panel';
import { accounts, accountsTitle, linkTitle } from './order';

/** The content manager's link titles in a language of the panel. */
export function linkTranslations(language: Language): Record<string, string> {
  const links = panels.map((panel) => [linkTitle(panel), panel.plural[language]] as const);
  const manager = {
    'content-manager.components.LeftMenu.collection-types': { zh: '資料', en: 'Records' }[language],
  };
  return { ...Object.fromEntries(links), [accountsTitle]: accounts.plural[language], ...manager };
}
