import { componentPanels, panels } from '../../../panels';
import { type AnyComponentPanel, type AnyPanel, both, fieldsOf, type Language } from './panel';

const byUid = new Map<string, AnyPanel>(panels.map((panel) => [panel.uid, panel]));
const byName = new Map<string, AnyPanel>(panels.map((panel) => [both(panel.name), panel]));
const componentsByUid = new Map<string, AnyComponentPanel>(componentPanels.map((panel) => [panel.uid, panel]));

/** Returns the panel declaration of a content type; undefined if it has none. */
export const panelOf = (uid: string): AnyPanel | undefined => byUid.get(uid);

/** Returns the panel declaration of a content type by its display name: Strapi's hooks do not pass the uid. */
export const panelByName = (displayName = ''): AnyPanel | undefined => byName.get(displayName);

/** Returns the panel declaration of a component; undefined if it has none. */
export const componentPanelOf = (uid: string): AnyComponentPanel | undefined => componentsByUid.get(uid);

/** Returns the name of a content type; its uid if it has no panel declaration. */
export const nameOf = (uid: string, language: Language): string => panelOf(uid)?.name[language] ?? uid;

/** Returns the plural name of a content type; its uid if it has no panel declaration. */
export const pluralOf = (uid: string, language: Language): string => panelOf(uid)?.plural[language] ?? uid;

/** Returns a record's title; if it has none, the name of its content type with its public identifier. */
export const titleOf = (uid: string, record: { number: number; title?: string }, language: Language): string => {
  const isNumberOnly = record.title === undefined || /^\d+$/.test(record.title);
  return isNumberOnly ? `${nameOf(uid, language)} ${record.title ?? record.number}` : (record.title ?? '');
};

/** Returns the label of a field, named by its attribute or as in the API (`legislative_steps[].legislative_step_id`). */
export function fieldLabel(uid: string, field: string, language: Language): string | undefined {
  const panel = panelOf(uid);
  if (!panel) return undefined;
  const [first = ''] = field.split(/[[.]/);
  const fields = fieldsOf(panel);
  return (fields[first] ?? fields[first.replace(/_id$/, '')] ?? fields[first.replace(/_ids$/, 's')])?.[language];
}
