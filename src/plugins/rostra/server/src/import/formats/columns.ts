import { suggestName } from '../../../../../../common/text/suggest-name';
import { type Cell, rowsCell, textCell } from '../../fields/cell';
import type { Field } from '../../fields/field';
import { ref } from '../../fields/ref';
import { text } from '../../fields/text';
import type { Resource } from '../../resource/resource';
import { EXTERNAL_ID } from '../external-id';
import { faultInLine } from '../record';
import { describeOtherResource } from './wrong-resource';

/** A column of a table: the position of its values in the record, and how to read its cells. */
export interface TableColumn {
  name: string;
  /** `['legislative_steps', 0, 'date']` */
  path: (string | number)[];
  cell: Cell;
}

/**
 * The columns of a table by the names in its header row; null for columns to ignore: remarks (`#note`), and columns without
 * a name. Errors: SourceError that lists every column that is unknown or occurs twice.
 */
export function columnsOf(
  resource: Resource,
  header: string[],
  { label, line }: { label: string; line: number },
): (TableColumn | null)[] {
  const columnNames = header.filter((name) => name !== '' && !isRemark(name));
  if (columnNames.length === 0) throw faultInLine(label, line, `has no column names; ${listColumns(resource)}`);
  const other = describeOtherResource(
    resource,
    columnNames.map((name) => name.replace(/\..*$/, '')),
  );
  if (other) throw faultInLine(label, line, other);
  const faults: string[] = [];
  const columns = header.map((name) => (name === '' || isRemark(name) ? null : columnOf(resource, name, faults)));
  for (const name of new Set(columnNames)) {
    if (columnNames.filter((each) => each === name).length > 1)
      faults.push(`the column "${name}" occurs more than once`);
  }
  if (faults.length > 0) throw faultInLine(label, line, faults.join('; '));
  return columns;
}

/** The fields that a table can contain: the identifier, with `hasExternalId` that at a source, and all fields of the resource. */
export const cellFields = (resource: Resource, { hasExternalId = false } = {}): Record<string, Field> => ({
  ...(resource.key.field ? {} : { [resource.key.name]: ref(resource.kind) }),
  ...(hasExternalId && { [EXTERNAL_ID]: text() }),
  ...resource.fields,
});

const isRemark = (name: string): boolean => name.startsWith('#');

function columnOf(resource: Resource, name: string, faults: string[]): TableColumn | null {
  const [first = '', ...rest] = name.split('.');
  const fields = cellFields(resource, { hasExternalId: !resource.hasPrivateHistory });
  const nested = Object.hasOwn(fields, first) ? nestedCell(cellOf(fields[first]), rest) : undefined;
  if (nested) return { name, path: [first, ...nested.path], cell: nested.cell };
  const likely = suggestName(name, Object.keys(fields));
  const advice = likely ? `did you mean "${likely}"?` : listColumns(resource);
  faults.push(
    `${resource.name} has no field for the column "${name}": ${advice} A column whose name begins with "#" is ignored`,
  );
  return null;
}

/** The cell at the rest of a column's name: `0` is a row as JSON, `0.date` a field of a row. */
function nestedCell(cell: Cell, rest: string[]): { path: (string | number)[]; cell: Cell } | undefined {
  const [index, name, ...further] = rest;
  if (index === undefined) return { path: [], cell };
  const { columns } = cell;
  if (!columns || !/^\d{1,4}$/.test(index)) return undefined;
  if (name === undefined) return { path: [Number(index)], cell: rowsCell(columns) };
  const nested = Object.hasOwn(columns, name) ? nestedCell(cellOf(columns[name]), further) : undefined;
  return nested && { path: [Number(index), name, ...nested.path], cell: nested.cell };
}

/** How the cells of a field are read and written. */
export const cellOf = (field: Field | undefined): Cell => field?.cell ?? textCell;

const listColumns = (resource: Resource): string => `its columns are ${Object.keys(cellFields(resource)).join(', ')}.`;
