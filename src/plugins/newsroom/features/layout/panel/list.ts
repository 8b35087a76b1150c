import { inLanguage } from '../../../panel/language';
import type { Column, ColumnsHook, Filter, FiltersHook } from '../../../panel/strapi/hooks';
import { both, type FieldPanel, fieldsOf } from '../../../shared/panel';
import { panelByName } from '../../../shared/panels';
import { DayFilter } from '../../date-fields/panel/day-field';
import { DAY_FIELD } from '../../date-fields/panel/kinds';
import { withBoundary } from '../../error-boundary/panel/boundary';
import { DateCell, PublicIdCell, ValueCell } from './cells';

/** Strapi's internal identifiers, which editors never see. */
const INTERNAL_IDS = ['id', 'documentId'];

/** Filters with labels in the editor's language. */
export function changeFilters(hook: FiltersHook): FiltersHook {
  const panel = panelByName(hook.layout.settings.displayName);
  if (!panel) return hook;
  const fields = fieldsOf(panel);
  const displayedFilters = hook.displayedFilters
    .filter(({ name }) => !INTERNAL_IDS.includes(name))
    .map((filter) => filterWithTexts(filter, fields[filter.name]));
  return { ...hook, displayedFilters };
}

const operator = (value: string) => ({ label: { id: `components.FilterOptions.FILTER_TYPES.${value}` }, value });

/** Replaces Strapi's filter, which also asks for a time of day. */
const dayFilter = {
  type: DAY_FIELD,
  input: withBoundary(DayFilter),
  operators: ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$null', '$notNull'].map(operator),
};

function filterWithTexts(filter: Filter, field: FieldPanel | undefined): Filter {
  if (!field) return filter;
  const days = filter.type === 'datetime' && !field.hasTime ? dayFilter : {};
  const options = filter.options?.map((option) => {
    const value = field.values?.[option.value];
    return value ? { ...option, label: inLanguage(value) } : option;
  });
  return { ...filter, ...days, label: labelOf(filter.label, field), ...(options && { options }) };
}

/** Columns with labels in the editor's language, and cells that format their values. */
export function changeColumns(hook: ColumnsHook): ColumnsHook {
  const panel = panelByName(hook.layout.settings.displayName);
  if (!panel) return hook;
  const fields = fieldsOf(panel);
  const displayedHeaders = hook.displayedHeaders.map((column) => columnWithTexts(column, fields[column.name]));
  return { ...hook, displayedHeaders };
}

function columnWithTexts(column: Column, field: FieldPanel | undefined): Column {
  if (!field) return column;
  const cellFormatter = column.cellFormatter ?? cellOf(column, field);
  return { ...column, label: columnLabel(column, field), ...(cellFormatter && { cellFormatter }) };
}

function cellOf({ name, attribute }: Column, { values, hasTime }: FieldPanel): Column['cellFormatter'] {
  if (values) return (row) => ValueCell({ value: row[name], values });
  if (name === 'number') return (row) => PublicIdCell({ value: row[name] });
  if (attribute.type === 'datetime') return (row) => DateCell({ value: row[name], hasTime });
  return undefined;
}

const labelOf = <L>(label: L, field: FieldPanel): L | string => (label === both(field) ? inLanguage(field) : label);

/** Converts a text label to a message: the content manager would look a text up among its own. */
function columnLabel({ name, label }: Column, field: FieldPanel): Column['label'] {
  if (typeof label !== 'string') return label;
  return { id: `newsroom.column.${name}`, defaultMessage: String(labelOf(label, field)) };
}
