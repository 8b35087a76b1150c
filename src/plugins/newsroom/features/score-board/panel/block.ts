import { readScore } from './table';

/** A cell of a pasted block that is no score: its place in the block from 1, and what is in it. */
export interface BadCell {
  row: number;
  column: number;
  written: string;
}

/** A block of scores; null empties a cell. */
export interface Block {
  rows: (number | null)[][];
  bad: BadCell[];
}

/** Reads cells as spreadsheets copy them: rows by line, cells by tab. */
export function readBlock(text: string): Block {
  const bad: BadCell[] = [];
  const lines = text.replace(/\r?\n$/, '').split(/\r\n|\r|\n/);
  const rows = lines.map((line, row) =>
    line.split('\t').map((cell, column) => {
      const written = cell.replace(/^"([^"]*)"$/, '$1');
      const score = readScore(written);
      if (score === undefined) bad.push({ row: row + 1, column: column + 1, written: written.trim() });
      return score ?? null;
    }),
  );
  return { rows, bad };
}

/** A block as spreadsheets paste it. */
export const writeBlock = (rows: (number | undefined)[][]): string =>
  rows.map((row) => row.map((score) => score ?? '').join('\t')).join('\n');
