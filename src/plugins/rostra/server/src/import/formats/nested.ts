import { trimBlanks } from '../../fields/cell';
import type { Column } from './columns';

/**
 * The record that one row of a table holds. An empty cell says nothing of its field; neither do rows without any value.
 * `clash` is told of two cells that say the same: `act_features` and `act_features.0.content`.
 */
export function nested(
  columns: (Column | null)[],
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

/** A part of a record under way: fields by name, or rows by number. */
type Branch = Map<string | number, unknown>;

function put(into: Branch, path: (string | number)[], value: unknown): void {
  const [step = '', ...rest] = path;
  if (rest.length === 0) {
    into.set(step, value);
    return;
  }
  const found = into.get(step);
  const branch: Branch = found instanceof Map ? found : new Map();
  into.set(step, branch);
  put(branch, rest, value);
}

const objectOf = (branch: Branch): Record<string, unknown> =>
  Object.fromEntries([...branch].map(([name, value]) => [name, value instanceof Map ? rowsOf(value) : value]));

/** In the order of their numbers; a number that has no row leaves no gap. */
const rowsOf = (branch: Branch): unknown[] =>
  [...branch].sort(([a], [b]) => Number(a) - Number(b)).map(([, row]) => (row instanceof Map ? objectOf(row) : row));
