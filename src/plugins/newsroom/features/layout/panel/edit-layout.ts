import { language } from '../../../panel/language';
import type { EditField, EditLayout, EditLayoutHook } from '../../../panel/strapi-hooks';
import { type AnyPanel, type FieldPanel, fieldsOf, type Text } from '../../../shared/panel';
import { componentPanelOf } from '../../../shared/panels';
import { dateKind } from '../../date-fields/panel/kinds';
import { withTexts } from './field-texts';
import { GROUP_HEADING } from './heading-kind';
import { panelOfLayout } from './lookup';

type Rows = EditField[][];

const changed = new WeakMap<EditLayout, Map<string, EditLayout>>();

/**
 * Puts the fields of a form into titled groups, with words in the editor's language. Which rows there are, and how
 * wide, is what the content manager's configuration says.
 */
export function changeEditLayout(hook: EditLayoutHook): EditLayoutHook {
  const panel = panelOfLayout(hook.layout);
  return panel ? { ...hook, layout: remembered(hook.layout, panel) } : hook;
}

/** Every field of a form asks for its layout, so each layout is changed only once in each language. */
function remembered(layout: EditLayout, panel: AnyPanel): EditLayout {
  const known = changed.get(layout) ?? new Map<string, EditLayout>();
  changed.set(layout, known);
  const result = known.get(language()) ?? change(layout, panel);
  known.set(language(), result);
  return result;
}

function change(layout: EditLayout, panel: AnyPanel): EditLayout {
  const components = Object.entries(layout.components).map(([uid, component]) => [
    uid,
    { ...component, layout: rowsWithTexts(component.layout, componentPanelOf(uid)?.fields ?? {}) },
  ]);
  return {
    ...layout,
    layout: grouped(rowsWithTexts(layout.layout.flat(), fieldsOf(panel)), panel, layout.components),
    components: Object.fromEntries(components),
  };
}

const rowsWithTexts = (rows: Rows, fields: Readonly<Record<string, FieldPanel>>): Rows =>
  rows.map((row) => row.map((field) => asDeclared(withTexts(field, fields[field.name]), fields[field.name])));

/** A field with its mark where it must be filled in; one for a point in time asks for what its panel says. */
function asDeclared(field: EditField, panel: FieldPanel | undefined): EditField {
  if (!panel) return field;
  const required = field.required || panel.required === true;
  return { ...field, required, ...(field.type === 'datetime' && { type: dateKind(panel) }) };
}

function grouped(rows: Rows, { groups }: AnyPanel, components: EditLayout['components']): Rows[] {
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

/** A heading stands in the form as a field, under the name of the group's first one, so that its permissions hold. */
function headingOf(
  { name, attribute, mainField: _, ...field }: EditField,
  title: Text,
  components: EditLayout['components'],
): EditField {
  // Permissions are given for the fields within a component only.
  const [within] = components[attribute.component ?? '']?.layout[0] ?? [];
  return {
    ...field,
    name: within ? `${name}.${within.name}` : name,
    attribute: { type: GROUP_HEADING, title },
    type: GROUP_HEADING,
    hint: undefined,
    placeholder: '',
    required: false,
    size: 12,
    visible: true,
  };
}
