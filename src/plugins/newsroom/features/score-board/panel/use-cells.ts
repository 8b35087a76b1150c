import { useForm } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useRef, useState } from 'react';
import { change, type History, historyOf, redo, undo } from './history';
import { type Cells, cellsOf, scoresFrom, scoresIn } from './table';
import type { Board } from './use-board';

export interface CellsInForm {
  cells: Cells;
  canUndo: boolean;
  canRedo: boolean;
  set(scores: Iterable<readonly [string, number | null]>): void;
  undo(): void;
  redo(): void;
}

interface Options {
  value: unknown;
  board: Board;
  /** Whether the form changes the stored bills or act features. */
  isChanged: boolean;
  /** Suspends writing to the form. */
  isSuspended: boolean;
  write(value: unknown): void;
}

/**
 * Holds the scores of the form. Remembers those of bills and act features that were removed from the form, without saving
 * them, in case they come back. Writes to the form only after the editor's own actions, so a form stays clean after saving.
 */
export function useCells({ value, board, isChanged, isSuspended, write }: Options): CellsInForm {
  const initial = useForm('ScoreBoard', ({ initialValues }) => initialValues);
  const [history, setHistory] = useState<History>(() => historyOf(cellsOf(scoresIn(value))));
  // Values that this field wrote to the form, the latest last: the form's own value follows with a delay.
  const written = useRef([JSON.stringify(scoresIn(value))]);
  const saved = useRef(initial);
  const edits = useRef({ onCells: false, onBoard: false });
  const latest = useRef(write);
  latest.current = write;

  // The form's value changes from outside when it is saved or its changes are discarded.
  useEffect(() => {
    const incoming = JSON.stringify(scoresIn(value));
    const place = written.current.lastIndexOf(incoming);
    const isSaved = saved.current !== initial;
    saved.current = initial;
    if (isSaved) {
      // Saving dropped the scores entered while it ran: write them again.
      const isBehind = place >= 0 && place < written.current.length - 1;
      edits.current = { onCells: edits.current.onCells || isBehind, onBoard: false };
    }
    written.current = place < 0 || isSaved ? [incoming] : written.current.slice(place);
    if (place >= 0) return;
    edits.current.onCells = false;
    setHistory(historyOf(cellsOf(scoresIn(value))));
  }, [value, initial]);

  const { cells } = history;
  useEffect(() => {
    if (isChanged) edits.current.onBoard = true;
    if (isSuspended || !(edits.current.onCells || edits.current.onBoard)) return;
    edits.current.onCells = false;
    const last = written.current.at(-1) ?? '[]';
    const numbers = (rows: { number: number }[]) => rows.map(({ number }) => number);
    const scores = scoresFrom(cells, scoresIn(JSON.parse(last)), numbers(board.bills), numbers(board.features));
    const next = JSON.stringify(scores);
    if (next === last) return;
    written.current.push(next);
    latest.current(scores);
  }, [cells, board, isChanged, isSuspended]);

  const edit = useCallback((step: (before: History) => History) => {
    edits.current.onCells = true;
    setHistory(step);
  }, []);
  return {
    cells,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    set: useCallback<CellsInForm['set']>((scores) => edit((before) => change(before, scores)), [edit]),
    undo: useCallback(() => edit(undo), [edit]),
    redo: useCallback(() => edit(redo), [edit]),
  };
}
