import { parseScore } from './table';

/** A cell of a pasted block that is not a score: its place in the block, from 1, and its text. */
export interface BadCell {
  row: number;
  column: number;
  written: string;
}

/** A block of scores; null clears a cell. */
export interface Block {
  rows: (number | null)[][];
  bad: BadCell[];
}

/** Parses cells as spreadsheets copy them: one row per line, cells separated by tabs. */
export function parseBlock(text: string): Block {
  const bad: BadCell[] = [];
  const lines = text.replace(/\r?\n$/, '').split(/\r\n|\r|\n/);
  const rows = lines.map((line, row) =>
    line.split('\t').map((cell, column) => {
      const written = cell.replace(/^"([^"]*)"$/, '$1');
      const score = parseScore(written);
      if (score === undefined) bad.push({ row: row + 1, column: column + 1, written: written.trim() });
      return score ?? null;
    }),
  );
  return { rows, bad };
}

/** Formats a block as spreadsheets paste it. */
export const formatBlock = (rows: (number | undefined)[][]): string =>
  rows.map((row) => row.map((score) => score ?? '').join('\t')).join('\n');
