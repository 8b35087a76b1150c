import { language } from '../../../panel/language';
import type { EditField, EditLayout, EditLayoutHook } from '../../../panel/strapi/hooks';
import { type AnyPanel, type FieldPanel, fieldsOf, type Text } from '../../../shared/panel';
import { componentPanelOf, panelByName } from '../../../shared/panels';
import { dateKind } from '../../date-fields/panel/kinds';
import { withTexts } from './field-texts';

/** The field type of a group's heading. */
export const GROUP_HEADING = 'newsroom-group-heading';

type Rows = EditField[][];

const cache = new WeakMap<EditLayout, Map<string, EditLayout>>();

/**
 * Arranges the fields of a form in titled groups, with texts in the editor's language. The rows and their widths are those of
 * the content manager's configuration.
 */
export function changeEditLayout(hook: EditLayoutHook): EditLayoutHook {
  const panel = panelByName(hook.layout.settings.displayName);
  return panel ? { ...hook, layout: cachedChange(hook.layout, panel) } : hook;
}

/** Changes each layout only once in each language, since every field of a form requests it. */
function cachedChange(layout: EditLayout, panel: AnyPanel): EditLayout {
  const byLanguage = cache.get(layout) ?? new Map<string, EditLayout>();
  cache.set(layout, byLanguage);
  const result = byLanguage.get(language()) ?? change(layout, panel);
  byLanguage.set(language(), result);
  return result;
}

function change(layout: EditLayout, panel: AnyPanel): EditLayout {
  const components = Object.entries(layout.components).map(([uid, component]) => [
    uid,
    { ...component, layout: rowsWithTexts(component.layout, componentPanelOf(uid)?.fields ?? {}) },
  ]);
  return {
    ...layout,
    layout: groupRows(rowsWithTexts(layout.layout.flat(), fieldsOf(panel)), panel, layout.components),
    components: Object.fromEntries(components),
  };
}

const rowsWithTexts = (rows: Rows, fields: Readonly<Record<string, FieldPanel>>): Rows =>
  rows.map((row) => row.map((field) => applyPanel(withTexts(field, fields[field.name]), fields[field.name])));

/** Marks a required field, and gives a timestamp the input that its panel declares. */
function applyPanel(field: EditField, panel: FieldPanel | undefined): EditField {
  if (!panel) return field;
  const required = field.required || panel.required === true;
  return { ...field, required, ...(field.type === 'datetime' && { type: dateKind(panel) }) };
}

function groupRows(rows: Rows, { groups }: AnyPanel, components: EditLayout['components']): Rows[] {
  const place = new Map(
    groups.flatMap((group, index) =>
      group.rows.flatMap((row) => Object.keys(row).map((name) => [name, index] as const)),
    ),
  );
  const rowsIn = (index: number | undefined): Rows =>
    rows.map((row) => row.filter(({ name }) => place.get(name) === index)).filter((row) => row.length > 0);
  const titled = groups.flatMap(({ title }, index) => {
    const [first, ...others] = rowsIn(index);
    const [field] = first ?? [];
    return first && field ? [[[headingOf(field, title, components)], first, ...others]] : [];
  });
  const rest = rowsIn(undefined);
  return rest.length > 0 ? [...titled, rest] : titled;
}

/** A heading is a field named after the group's first field, so that the same permissions apply. */
function headingOf(
  { name, attribute, mainField: _, ...field }: EditField,
  title: Text,
  components: EditLayout['components'],
): EditField {
  // Strapi grants permissions only for the fields within a component.
  const [inner] = components[attribute.component ?? '']?.layout[0] ?? [];
  return {
    ...field,
    name: inner ? `${name}.${inner.name}` : name,
    attribute: { type: GROUP_HEADING, title },
    type: GROUP_HEADING,
    hint: undefined,
    placeholder: '',
    required: false,
    size: 12,
    visible: true,
  };
}
