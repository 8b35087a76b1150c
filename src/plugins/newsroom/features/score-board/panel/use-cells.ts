import { useForm } from '@strapi/admin/strapi-admin';
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

interface Options {
  value: unknown;
  board: Board;
  /** Whether the form changes the bills or act features that are stored. */
  isChanged: boolean;
  /** Nothing is written meanwhile. */
  isHeld: boolean;
  write(value: unknown): void;
}

/**
 * The scores in the form. Those of bills and act features that are taken out of the form are kept, should these come back,
 * and not saved. Only what the editor does is written, so that a form that has just been saved stays as it is.
 */
export function useCells({ value, board, isChanged, isHeld, write }: Options): CellsInForm {
  const initial = useForm('ScoreBoard', ({ initialValues }) => initialValues);
  const [history, setHistory] = useState<History>(() => historyOf(cellsOf(scoresIn(value))));
  // What this field has given the form, the latest last: the form's value follows a moment later.
  const written = useRef([JSON.stringify(scoresIn(value))]);
  const saved = useRef(initial);
  const acts = useRef({ onCells: false, onBoard: false });
  const latest = useRef(write);
  latest.current = write;

  // Another value comes when the form is saved or its changes are thrown away.
  useEffect(() => {
    const given = JSON.stringify(scoresIn(value));
    const place = written.current.lastIndexOf(given);
    const isSaved = saved.current !== initial;
    saved.current = initial;
    if (isSaved) {
      // Scores entered while the form was being saved have left it.
      const isBehind = place >= 0 && place < written.current.length - 1;
      acts.current = { onCells: acts.current.onCells || isBehind, onBoard: false };
    }
    written.current = place < 0 || isSaved ? [given] : written.current.slice(place);
    if (place >= 0) return;
    acts.current.onCells = false;
    setHistory(historyOf(cellsOf(scoresIn(value))));
  }, [value, initial]);

  const { cells } = history;
  useEffect(() => {
    if (isChanged) acts.current.onBoard = true;
    if (isHeld || !(acts.current.onCells || acts.current.onBoard)) return;
    acts.current.onCells = false;
    const last = written.current.at(-1) ?? '[]';
    const numbers = (rows: { number: number }[]) => rows.map(({ number }) => number);
    const scores = scoresFrom(cells, scoresIn(JSON.parse(last)), numbers(board.bills), numbers(board.features));
    const next = JSON.stringify(scores);
    if (next === last) return;
    written.current.push(next);
    latest.current(scores);
  }, [cells, board, isChanged, isHeld]);

  const act = useCallback((step: (before: History) => History) => {
    acts.current.onCells = true;
    setHistory(step);
  }, []);
  return {
    cells,
    canUndo: history.done.length > 0,
    canRedo: history.undone.length > 0,
    set: useCallback<CellsInForm['set']>((scores) => act((before) => change(before, scores)), [act]),
    undo: useCallback(() => act(undo), [act]),
    redo: useCallback(() => act(redo), [act]),
  };
}
