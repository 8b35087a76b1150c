import { useCallback, useEffect, useRef, useState } from 'react';
import { change, type History, historyOf, redo, undo } from './history';
import { type Cells, cellsOf, scoresFrom, scoresIn } from './table';
import type { Board } from './use-records';

export interface CellsInForm {
  cells: Cells;
  canUndo: boolean;
  canRedo: boolean;
  set(scores: Iterable<readonly [string, number | null]>): void;
  undo(): void;
  redo(): void;
}

/**
 * The scores in the form. Those of bills and act features that are taken out of the form are kept, should these come back,
 * and not saved.
 */
export function useCells(value: unknown, board: Board, write: (value: unknown) => void): CellsInForm {
  const [history, setHistory] = useState<History>(() => historyOf(cellsOf(scoresIn(value))));
  // What this field has given the form, the latest last: the form's value follows a moment later.
  const written = useRef([JSON.stringify(scoresIn(value))]);
  const latest = useRef(write);
  latest.current = write;

  // Another value comes when the form is saved or its changes are thrown away.
  useEffect(() => {
    const given = JSON.stringify(scoresIn(value));
    const place = written.current.lastIndexOf(given);
    written.current = place < 0 ? [given] : written.current.slice(place);
    if (place < 0) setHistory(historyOf(cellsOf(scoresIn(value))));
  }, [value]);

  const { cells } = history;
  useEffect(() => {
    const last = written.current.at(-1) ?? '[]';
    const numbers = (rows: { number: number }[]) => rows.map(({ number }) => number);
    const scores = scoresFrom(cells, scoresIn(JSON.parse(last)), numbers(board.bills), numbers(board.features));
    const next = JSON.stringify(scores);
    if (next === last) return;
    written.current.push(next);
    latest.current(scores);
  }, [cells, board]);

  const set = useCallback<CellsInForm['set']>((scores) => setHistory((before) => change(before, scores)), []);
  return {
    cells,
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    set,
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
  };
}
