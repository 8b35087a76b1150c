import { useCallback, useRef, useState } from 'react';
import { type Block, formatBlock, parseBlock } from './block';
import { clamp, corners, moveSelection, type Place, type Selection, single } from './moves';
import { keyOf, parseScore } from './table';
import type { Board } from './use-board';
import type { CellsInForm } from './use-cells';

/** Why typed or pasted text was rejected: it is not a score, or it does not fit. */
export type Fault =
  | { kind: 'no-score'; written: string }
  | { kind: 'bad-cells'; bad: Block['bad'] }
  | { kind: 'too-large'; rows: number; columns: number };

export interface Editing {
  selection: Selection;
  /** The text being typed; undefined while nobody types. */
  draft: string | undefined;
  fault: Fault | undefined;
  /** Whether Tab leaves the grid, as it does after Escape. */
  isLeaving: boolean;
  scoreAt(place: Place): number | undefined;
  select(place: Place, isExtending?: boolean): void;
  begin(text?: string): void;
  type(text: string): void;
  /** Sets the cell to the typed score; false if the text is not a score. */
  commit(): boolean;
  cancel(): void;
  clear(): void;
  copy(): string;
  paste(text: string): void;
  /** Moves the selection by a key; false if the key does not move it. */
  move(key: Parameters<typeof moveSelection>[1]): boolean;
}

/** Handles typing, selecting, copying and pasting in the grid. */
export function useEditing(board: Board, { cells, set }: CellsInForm): Editing {
  const size = { rows: board.bills.length, columns: board.features.length };
  const [stored, setSelection] = useState<Selection>(single({ row: 0, column: 0 }));
  const [draft, show] = useState<string>();
  // Blur commits the draft, possibly inside the key event that just cancelled it: state would be outdated there.
  const typed = useRef<string>();
  const setDraft = useCallback((text: string | undefined) => {
    typed.current = text;
    show(text);
  }, []);
  const [fault, setFault] = useState<Fault>();
  const [isLeaving, setIsLeaving] = useState(false);
  const selection = { at: clamp(stored.at, size), from: clamp(stored.from, size) };

  const cellAt = ({ row, column }: Place): string =>
    keyOf(board.bills[row]?.number ?? 0, board.features[column]?.number ?? 0);
  const scoreAt = (place: Place) => cells.get(cellAt(place));
  const placesIn = (block: Selection): Place[][] => {
    const { top, bottom, left, right } = corners(block);
    return range(top, bottom).map((row) => range(left, right).map((column) => ({ row, column })));
  };
  const select = useCallback((at: Place, isExtending = false) => {
    setSelection((before) => (isExtending ? { at, from: before.from } : single(at)));
    setIsLeaving(false);
  }, []);
  const commit = (): boolean => {
    const written = typed.current;
    if (written === undefined) return true;
    const score = parseScore(written);
    setFault(score === undefined ? { kind: 'no-score', written } : undefined);
    if (score === undefined) return false;
    set([[cellAt(selection.at), score]]);
    setDraft(undefined);
    return true;
  };

  return {
    selection,
    draft,
    fault,
    isLeaving,
    scoreAt,
    select,
    commit,
    begin: (text) => {
      setFault(undefined);
      setDraft(text ?? String(scoreAt(selection.at) ?? ''));
    },
    type: setDraft,
    cancel: () => {
      setFault(undefined);
      if (typed.current === undefined) setIsLeaving(true);
      setDraft(undefined);
    },
    clear: () => {
      setFault(undefined);
      set(placesIn(selection).flatMap((row) => row.map((place) => [cellAt(place), null] as const)));
    },
    copy: () => formatBlock(placesIn(selection).map((row) => row.map(scoreAt))),
    paste: (text) => {
      const paste = pasteInto(selection, parseBlock(text), size);
      setFault('kind' in paste ? paste : undefined);
      if ('kind' in paste) return;
      set(paste.scores.map(([place, score]) => [cellAt(place), score] as const));
      setSelection(paste.selection);
    },
    move: (key) => {
      if (key.key === 'Tab' && isLeaving) return false;
      const next = moveSelection(selection, key, size, (place) => scoreAt(place) !== undefined);
      if (!next) return false;
      setIsLeaving(false);
      setSelection(next);
      return true;
    },
  };
}

type Paste = { scores: [Place, number | null][]; selection: Selection };

/** Places pasted scores: a single one fills the selection, a block starts at the selection's first cell. */
function pasteInto(selection: Selection, { rows, bad }: Block, size: { rows: number; columns: number }): Paste | Fault {
  if (bad.length > 0) return { kind: 'bad-cells', bad };
  const { top, bottom, left, right } = corners(selection);
  const [first] = rows[0] ?? [];
  if (rows.length === 1 && rows[0]?.length === 1 && first !== undefined) {
    const places = range(top, bottom).flatMap((row) => range(left, right).map((column) => ({ row, column })));
    return { scores: places.map((place) => [place, first]), selection };
  }
  const width = Math.max(...rows.map(({ length }) => length));
  if (top + rows.length > size.rows || left + width > size.columns)
    return { kind: 'too-large', rows: rows.length, columns: width };
  return {
    scores: rows.flatMap((row, r) =>
      row.map((score, c): [Place, number | null] => [{ row: top + r, column: left + c }, score]),
    ),
    selection: { from: { row: top, column: left }, at: { row: top + rows.length - 1, column: left + width - 1 } },
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);
