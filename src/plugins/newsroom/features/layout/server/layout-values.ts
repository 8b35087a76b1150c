import {
  type AnyComponentPanel,
  type AnyPanel,
  both,
  type FieldPanel,
  fieldsOf,
  type Row,
} from '../../../shared/panel';

/** The values of a configuration by their path. A layout is a single value, since its order matters. */
export type LayoutValues = Readonly<Record<string, unknown>>;

/** The main attribute of a relation's target; undefined for other attributes. */
export type MainOfTarget = (attribute: string) => string | undefined;

const PAGE_SIZE = 20;

/** The configuration of a content type that its panel declares. */
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

/** The configuration of a component that its panel declares. */
export function valuesOfComponent({ main, fields, rows }: AnyComponentPanel, mainOfTarget: MainOfTarget): LayoutValues {
  return {
    'settings/mainField': main,
    ...fieldValues(fields, mainOfTarget),
    'layouts/edit': layoutOf(rows),
  };
}

function fieldValues(fields: Readonly<Record<string, FieldPanel>>, mainOfTarget: MainOfTarget): LayoutValues {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const path = `metadatas/${name}`;
    values[`${path}/edit/label`] = both(field);
    values[`${path}/edit/description`] = field.hint ? both(field.hint) : '';
    values[`${path}/edit/placeholder`] = field.placeholder ? both(field.placeholder) : '';
    values[`${path}/edit/editable`] = !field.readOnly;
    values[`${path}/list/label`] = both(field);
    const mainField = mainOfTarget(name);
    if (mainField) values[`${path}/edit/mainField`] = mainField;
  }
  return values;
}

const layoutOf = (rows: readonly Row<string>[]) =>
  rows.map((row) => Object.entries(row).map(([name, size]) => ({ name, size })));
