import { componentPanels, panels } from '../../../panels';
import { type AnyComponentPanel, type AnyPanel, fieldsOf, type Language } from './panel';

const byUid = new Map<string, AnyPanel>(panels.map((panel) => [panel.uid, panel]));
const componentsByUid = new Map<string, AnyComponentPanel>(componentPanels.map((panel) => [panel.uid, panel]));

/** What the panel shows of a content type; undefined for those that it does not know. */
export const panelOf = (uid: string): AnyPanel | undefined => byUid.get(uid);

/** What the panel shows of a component. */
export const componentPanelOf = (uid: string): AnyComponentPanel | undefined => componentsByUid.get(uid);

/** The name of a content type; its identifier where the panel does not know it. */
export const nameOf = (uid: string, language: Language): string => panelOf(uid)?.name[language] ?? uid;

/** The name of many records of a content type. */
export const pluralOf = (uid: string, language: Language): string => panelOf(uid)?.plural[language] ?? uid;

/** What a record is called: its title, or the name of its content type and its number. */
export const titleOf = (uid: string, named: { number: number; title?: string }, language: Language): string => {
  const isNumberOnly = named.title === undefined || /^\d+$/.test(named.title);
  return isNumberOnly ? `${nameOf(uid, language)} ${named.title ?? named.number}` : (named.title ?? '');
};

/** The label of a field, by its attribute or as the API names it (`legislative_steps[].legislative_step_id`). */
export function fieldLabel(uid: string, field: string, language: Language): string | undefined {
  const panel = panelOf(uid);
  if (!panel) return undefined;
  const [first = ''] = field.split(/[[.]/);
  const fields = fieldsOf(panel);
  return (fields[first] ?? fields[first.replace(/_id$/, '')] ?? fields[first.replace(/_ids$/, 's')])?.[language];
}
