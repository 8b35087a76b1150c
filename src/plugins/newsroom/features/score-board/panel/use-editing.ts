import { useCallback, useRef, useState } from 'react';
import { type Block, readBlock, writeBlock } from './block';
import { corners, moved, type Place, type Selection, single, within } from './moves';
import { keyOf, readScore } from './table';
import type { CellsInForm } from './use-cells';
import type { Board } from './use-records';

/** What the editor is told: what they typed or pasted is no score, or does not fit. */
export type Fault =
  | { kind: 'no-score'; written: string }
  | { kind: 'bad-cells'; bad: Block['bad'] }
  | { kind: 'too-large'; rows: number; columns: number };

export interface Editing {
  selection: Selection;
  /** What is being typed; undefined while nothing is. */
  draft: string | undefined;
  fault: Fault | undefined;
  /** Whether Tab leaves the grid now: after Escape. */
  isLeaving: boolean;
  scoreAt(place: Place): number | undefined;
  select(place: Place, isExtending?: boolean): void;
  begin(text?: string): void;
  type(text: string): void;
  /** Keeps what has been typed; false where it is no score. */
  keep(): boolean;
  cancel(): void;
  clear(): void;
  copy(): string;
  paste(text: string): void;
  /** Moves as a key says; false where it does not move. */
  move(key: Parameters<typeof moved>[1]): boolean;
}

/** Typing, selecting, copying and pasting in the grid. */
export function useEditing(board: Board, { cells, set }: CellsInForm): Editing {
  const size = { rows: board.bills.length, columns: board.features.length };
  const [given, setSelection] = useState<Selection>(single({ row: 0, column: 0 }));
  const [draft, show] = useState<string>();
  // Losing the focus keeps what is typed, within the very key that may have thrown it away.
  const typed = useRef<string>();
  const setDraft = useCallback((text: string | undefined) => {
    typed.current = text;
    show(text);
  }, []);
  const [fault, setFault] = useState<Fault>();
  const [isLeaving, setIsLeaving] = useState(false);
  const selection = { at: within(given.at, size), from: within(given.from, size) };

  const cellAt = ({ row, column }: Place): string =>
    keyOf(board.bills[row]?.number ?? 0, board.features[column]?.number ?? 0);
  const scoreAt = (place: Place) => cells.get(cellAt(place));
  const placesIn = (of: Selection): Place[][] => {
    const { top, bottom, left, right } = corners(of);
    return range(top, bottom).map((row) => range(left, right).map((column) => ({ row, column })));
  };
  const select = useCallback((at: Place, isExtending = false) => {
    setSelection((before) => (isExtending ? { at, from: before.from } : single(at)));
    setIsLeaving(false);
  }, []);
  const keep = (): boolean => {
    const written = typed.current;
    if (written === undefined) return true;
    const score = readScore(written);
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
    keep,
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
    copy: () => writeBlock(placesIn(selection).map((row) => row.map(scoreAt))),
    paste: (text) => {
      const pasted = pasteInto(selection, readBlock(text), size);
      setFault('kind' in pasted ? pasted : undefined);
      if ('kind' in pasted) return;
      set(pasted.scores.map(([place, score]) => [cellAt(place), score] as const));
      setSelection(pasted.selection);
    },
    move: (key) => {
      if (key.key === 'Tab' && isLeaving) return false;
      const next = moved(selection, key, size, (place) => scoreAt(place) !== undefined);
      if (!next) return false;
      setIsLeaving(false);
      setSelection(next);
      return true;
    },
  };
}

type Pasted = { scores: [Place, number | null][]; selection: Selection };

/** One pasted score fills all that is selected; a block begins at the selection's first cell. */
function pasteInto(
  selection: Selection,
  { rows, bad }: Block,
  size: { rows: number; columns: number },
): Pasted | Fault {
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
