import { panels } from '../../../../../panels';
import type { LinksHook } from '../../../panel/strapi/hooks';
import { contentTypeLink } from '../../../panel/strapi/markup';
import { type Language, type Text, tasks } from '../../../shared/panel';
import { accounts, accountsTitle, linkTitle, sections } from './order';

const STYLE_ID = 'newsroom-navigation';
const helpers: Text = { zh: '輔助資料', en: 'Helpers' };

const titles = new Map<string, string>([
  ...panels.map((panel) => [panel.uid, linkTitle(panel)] as const),
  [accounts.uid, accountsTitle],
]);

/** Orders the content manager's links by task, with a heading above each task. */
export function arrangeLinks(hook: LinksHook): LinksHook {
  showHeadings(hook.ctLinks.map(({ uid }) => uid));
  return { ...hook, ctLinks: hook.ctLinks.map((link) => ({ ...link, title: titles.get(link.uid) ?? link.title })) };
}

/**
 * Strapi has one section for all content types, so a style sheet generates the headings. If Strapi's markup changes, the
 * headings disappear and the order stays.
 */
function showHeadings(uids: string[]): void {
  const rules = sections.flatMap(({ key, panels: taskPanels }) => {
    const first = taskPanels.find(({ uid }) => uids.includes(uid));
    return first ? headingAbove(first.uid, key === 'helpers' ? helpers : tasks[key]) : [];
  });
  const style = document.getElementById(STYLE_ID) ?? document.head.appendChild(document.createElement('style'));
  style.id = STYLE_ID;
  style.textContent = rules.join('\n');
}

function headingAbove(uid: string, text: Text): string[] {
  const heading = `${contentTypeLink(uid)}::before`;
  const words = (language: Language) => `content: ${JSON.stringify(text[language])};`;
  return [
    `${heading} { ${words('en')} display: block; padding: 14px 12px 4px; font-size: 1.1rem; font-weight: 600; opacity: 0.65; }`,
    `html[lang^="zh"] ${heading} { ${words('zh')} }`,
  ];
}
