import type { Statement } from '../sql/sql';

/** What a read comes down to: one statement with its values, and how its rows become the text of the answer. */
export type Reading = {
  statement: Statement;
  values: Readonly<Record<string, unknown>>;
} & (
  | {
      /** The text of the answer from the statement's one row, or none. Errors: NOT_FOUND. */
      whole(row: unknown[] | undefined): string;
    }
  | {
      /** Each row is one of the answer's, as text; what follows them, by their number. */
      afterRows(count: number): string;
    }
);
