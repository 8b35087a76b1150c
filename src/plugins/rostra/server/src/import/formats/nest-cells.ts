import { trimBlanks } from '../../fields/cell';
import type { TableColumn } from './columns';

/**
 * Builds a record from one row of a table. Empty cells leave their fields out, and nested rows without values are dropped.
 * Calls `clash` for two cells that set the same value: `act_features` and `act_features.0.content`.
 */
export function nestCells(
  columns: (TableColumn | null)[],
  cells: string[],
  clash: (first: string, second: string) => never,
): Record<string, unknown> {
  const record: Branch = new Map();
  const filled: string[] = [];
  columns.forEach((column, index) => {
    const text = trimBlanks(cells[index] ?? '');
    if (!column || text === '') return;
    const { name, path, cell } = column;
    const other = filled.find((each) => name.startsWith(`${each}.`) || each.startsWith(`${name}.`));
    if (other !== undefined) clash(other, name);
    filled.push(name);
    put(record, path, cell.read(text));
  });
  return objectOf(record);
}

/** A part of an unfinished record: fields by name, or rows by number. */
type Branch = Map<string | number, unknown>;

function put(into: Branch, path: (string | number)[], value: unknown): void {
  const [step = '', ...rest] = path;
  if (rest.length === 0) {
    into.set(step, value);
    return;
  }
  const present = into.get(step);
  const branch: Branch = present instanceof Map ? present : new Map();
  into.set(step, branch);
  put(branch, rest, value);
}

const objectOf = (branch: Branch): Record<string, unknown> =>
  Object.fromEntries([...branch].map(([name, value]) => [name, value instanceof Map ? rowsOf(value) : value]));

/** Sorts rows by their numbers; missing numbers leave no gap. */
const rowsOf = (branch: Branch): unknown[] =>
  [...branch].sort(([a], [b]) => Number(a) - Number(b)).map(([, row]) => (row instanceof Map ? objectOf(row) : row));
