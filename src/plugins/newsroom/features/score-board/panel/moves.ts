/** A cell, by row and column, from 0. */
export interface Place {
  row: number;
  column: number;
}

export interface Selection {
  /** The active cell. */
  at: Place;
  /** The opposite corner of the selection. */
  from: Place;
}

export interface Size {
  rows: number;
  columns: number;
}

/** A key with its modifiers. */
export interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

const ARROWS: Record<string, Place> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};

const PAGE = 8;

/** Moves the selection by a key, as in a spreadsheet; undefined if the key does not move, or if Tab leaves the table. */
export function moveSelection(
  { at, from }: Selection,
  key: Key,
  size: Size,
  isFilled: (place: Place) => boolean,
): Selection | undefined {
  const isWide = key.ctrlKey || key.metaKey;
  const arrow = ARROWS[key.key];
  if (arrow) return extendTo(isWide ? edge(at, arrow, size, isFilled) : offset(at, arrow), { from, key, size });
  switch (key.key) {
    case 'Home':
      return extendTo({ row: isWide ? 0 : at.row, column: 0 }, { from, key, size });
    case 'End':
      return extendTo({ row: isWide ? size.rows - 1 : at.row, column: size.columns - 1 }, { from, key, size });
    case 'PageUp':
      return extendTo({ ...at, row: at.row - PAGE }, { from, key, size });
    case 'PageDown':
      return extendTo({ ...at, row: at.row + PAGE }, { from, key, size });
    case 'Enter':
      return single(clamp({ ...at, row: at.row + (key.shiftKey ? -1 : 1) }, size));
    case 'Tab':
      return tabMove(at, key.shiftKey ? -1 : 1, size);
    case 'a':
      return isWide ? everything(size) : undefined;
    default:
      return undefined;
  }
}

const everything = ({ rows, columns }: Size): Selection => ({
  from: { row: 0, column: 0 },
  at: { row: rows - 1, column: columns - 1 },
});

export const single = (place: Place): Selection => ({ at: place, from: place });

/** Returns whether a cell is selected. */
export function isSelected({ row, column }: Place, selection: Selection): boolean {
  const { top, bottom, left, right } = corners(selection);
  return row >= top && row <= bottom && column >= left && column <= right;
}

export const corners = ({ at, from }: Selection) => ({
  top: Math.min(at.row, from.row),
  bottom: Math.max(at.row, from.row),
  left: Math.min(at.column, from.column),
  right: Math.max(at.column, from.column),
});

/** Clamps a place to the table. */
export const clamp = ({ row, column }: Place, { rows, columns }: Size): Place => ({
  row: Math.max(0, Math.min(rows - 1, row)),
  column: Math.max(0, Math.min(columns - 1, column)),
});

const offset = (a: Place, b: Place): Place => ({ row: a.row + b.row, column: a.column + b.column });

function extendTo(place: Place, { from, key, size }: { from: Place; key: Key; size: Size }): Selection {
  const at = clamp(place, size);
  return key.shiftKey ? { at, from } : single(at);
}

function tabMove({ row, column }: Place, step: 1 | -1, { rows, columns }: Size): Selection | undefined {
  const next = row * columns + column + step;
  if (next < 0 || next >= rows * columns) return undefined;
  return single({ row: Math.floor(next / columns), column: next % columns });
}

/** Returns the last filled cell of the run in a direction, or the next filled cell beyond empty ones. */
function edge(at: Place, step: Place, size: Size, isFilled: (place: Place) => boolean): Place {
  const isInside = ({ row, column }: Place) => row >= 0 && row < size.rows && column >= 0 && column < size.columns;
  let place = at;
  const isRun = isFilled(at) && isInside(offset(at, step)) && isFilled(offset(at, step));
  for (let next = offset(place, step); isInside(next); next = offset(place, step)) {
    if (isRun && !isFilled(next)) return place;
    place = next;
    if (!isRun && isFilled(place)) return place;
  }
  return place;
}
