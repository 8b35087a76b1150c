import type { Cells } from './table';

/** The changes of one step, by cell: the score before and after, undefined for none. */
export type Step = ReadonlyMap<string, { before: number | undefined; after: number | undefined }>;

/** Cells with the steps that can be undone and redone. */
export interface History {
  cells: Cells;
  past: Step[];
  future: Step[];
}

export const historyOf = (cells: Cells): History => ({ cells, past: [], future: [] });

/** Sets some cells; null and undefined clear one. Returns the same history if nothing changes. */
export function change(history: History, scores: Iterable<readonly [string, number | null | undefined]>): History {
  const step = new Map(
    [...scores]
      .map(([key, score]) => [key, { before: history.cells.get(key), after: score ?? undefined }] as const)
      .filter(([, { before, after }]) => before !== after),
  );
  if (step.size === 0) return history;
  return { cells: applyStep(history.cells, step, 'after'), past: [...history.past, step], future: [] };
}

export function undo(history: History): History {
  const step = history.past.at(-1);
  if (!step) return history;
  const cells = applyStep(history.cells, step, 'before');
  return { cells, past: history.past.slice(0, -1), future: [...history.future, step] };
}

export function redo(history: History): History {
  const step = history.future.at(-1);
  if (!step) return history;
  const cells = applyStep(history.cells, step, 'after');
  return { cells, past: [...history.past, step], future: history.future.slice(0, -1) };
}

function applyStep(cells: Cells, step: Step, side: 'before' | 'after'): Cells {
  const next = new Map(cells);
  for (const [key, { [side]: score }] of step) {
    if (score === undefined) next.delete(key);
    else next.set(key, score);
  }
  return next;
}
