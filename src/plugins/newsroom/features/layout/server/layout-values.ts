import {
  type AnyComponentPanel,
  type AnyPanel,
  both,
  type FieldPanel,
  fieldsOf,
  type Row,
} from '../../../shared/panel';

/** A configuration taken apart: each value by its path within it. Layouts are one part each, being ordered. */
export type LayoutValues = Readonly<Record<string, unknown>>;

/** The attribute by which the record at the other end of a relation is known; none for other attributes. */
export type MainOfTarget = (attribute: string) => string | undefined;

const PAGE_SIZE = 20;

/** What the content manager should show of a content type. */
export function valuesOfPanel(panel: AnyPanel, mainOfTarget: MainOfTarget): LayoutValues {
  const { main, list, groups } = panel;
  return {
    'settings/mainField': main,
    'settings/defaultSortBy': list.sort[0],
    'settings/defaultSortOrder': list.sort[1],
    'settings/pageSize': list.pageSize ?? PAGE_SIZE,
    ...fieldValues(fieldsOf(panel), mainOfTarget),
    'layouts/list': list.columns,
    'layouts/edit': layoutOf(groups.flatMap(({ rows }) => rows)),
  };
}

/** What the content manager should show of a component. */
export function valuesOfComponent({ main, fields, rows }: AnyComponentPanel, mainOfTarget: MainOfTarget): LayoutValues {
  return {
    'settings/mainField': main,
    ...fieldValues(fields, mainOfTarget),
    'layouts/edit': layoutOf(rows),
  };
}

function fieldValues(fields: Readonly<Record<string, FieldPanel>>, mainOfTarget: MainOfTarget): LayoutValues {
  const parts: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const path = `metadatas/${name}`;
    parts[`${path}/edit/label`] = both(field);
    parts[`${path}/edit/description`] = field.hint ? both(field.hint) : '';
    parts[`${path}/edit/placeholder`] = field.placeholder ? both(field.placeholder) : '';
    parts[`${path}/edit/editable`] = !field.readOnly;
    parts[`${path}/list/label`] = both(field);
    const mainField = mainOfTarget(name);
    if (mainField) parts[`${path}/edit/mainField`] = mainField;
  }
  return parts;
}

const layoutOf = (rows: readonly Row<string>[]) =>
  rows.map((row) => Object.entries(row).map(([name, size]) => ({ name, size })));
