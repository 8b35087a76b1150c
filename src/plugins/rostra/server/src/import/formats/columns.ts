import { suggestName } from '../../../../../../common/text/suggest-name';
import type { Cell } from '../../fields/cell';
import { rowsCell, textCell } from '../../fields/cell';
import type { Field } from '../../fields/field';
import { ref } from '../../fields/ref';
import type { Resource } from '../../resource/resource';
import { looksLike } from './likeness';
import { faultInLine } from './source-error';

/** A column of a table: where its values belong in the record, and how its cells are read. */
export interface Column {
  name: string;
  /** `['legislative_steps', 0, 'date']` */
  path: (string | number)[];
  cell: Cell;
}

/**
 * What the columns of a table mean, by the names in its first row; null for those that are left out: a remark (`#note`),
 * and one without a name. Errors: SourceError that names every column which the resource does not know or has twice.
 */
export function columnsOf(
  resource: Resource,
  header: string[],
  { label, line }: { label: string; line: number },
): (Column | null)[] {
  const named = header.filter((name) => name !== '' && !isRemark(name));
  if (named.length === 0) throw faultInLine(label, line, `has no names of columns; ${known(resource)}`);
  const other = looksLike(
    resource,
    named.map((name) => name.replace(/\..*$/, '')),
  );
  if (other) throw faultInLine(label, line, other);
  const faults: string[] = [];
  const columns = header.map((name) => (name === '' || isRemark(name) ? null : columnOf(resource, name, faults)));
  for (const name of new Set(named)) {
    if (named.filter((each) => each === name).length > 1)
      faults.push(`the column "${name}" stands there more than once`);
  }
  if (faults.length > 0) throw faultInLine(label, line, faults.join('; '));
  return columns;
}

/** Every field of a record that a column can hold, and its identifier. */
export const cellFields = (resource: Resource): Record<string, Field> =>
  resource.key.field ? resource.fields : { [resource.key.name]: ref(resource.kind), ...resource.fields };

const isRemark = (name: string): boolean => name.startsWith('#');

function columnOf(resource: Resource, name: string, faults: string[]): Column | null {
  const [first = '', ...rest] = name.split('.');
  const fields = cellFields(resource);
  const found = Object.hasOwn(fields, first) ? within(cellOf(fields[first]), rest) : undefined;
  if (found) return { name, path: [first, ...found.path], cell: found.cell };
  const likely = suggestName(name, Object.keys(fields));
  const advice = likely ? `did you mean "${likely}"?` : known(resource);
  faults.push(`${resource.name} has no field for the column "${name}": ${advice} A "#" before its name leaves it out`);
  return null;
}

/** The cell at the rest of a column's name: `0` is a row, as JSON, `0.date` a field of a row. */
function within(cell: Cell, rest: string[]): { path: (string | number)[]; cell: Cell } | undefined {
  const [index, name, ...further] = rest;
  if (index === undefined) return { path: [], cell };
  const { columns } = cell;
  if (!columns || !/^\d{1,4}$/.test(index)) return undefined;
  if (name === undefined) return { path: [Number(index)], cell: rowsCell(columns) };
  const found = Object.hasOwn(columns, name) ? within(cellOf(columns[name]), further) : undefined;
  return found && { path: [Number(index), name, ...found.path], cell: found.cell };
}

/** How the cells of a field are read and written. */
export const cellOf = (field: Field | undefined): Cell => field?.cell ?? textCell;

const known = (resource: Resource): string => `its columns are ${Object.keys(cellFields(resource)).join(', ')}.`;
