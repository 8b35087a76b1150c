import { errors } from '../errors/errors';
import { parseContext } from '../fields/parse-context';
import type { Resource } from '../resource/resource';
import type { Statement } from '../sql/sql';
import { detailStatement } from '../store/read';
import { parseParameters, type Query } from './query';

/** A statement with its values, and how its rows become the text of the answer. */
export type ReadQuery = {
  statement: Statement;
  values: Readonly<Record<string, unknown>>;
} & (
  | {
      /** The text of the answer from the statement's only row, if there is one. Errors: NOT_FOUND. */
      format(row: unknown[] | undefined): string;
    }
  | {
      /** Each row is the text of one row of the answer; returns what follows `count` of them. */
      suffix(count: number): string;
    }
);

/** The query for one record in detail shape. Errors: NOT_FOUND; INVALID_INPUT for unknown parameters. */
export function read(resource: Resource, publicId: number | undefined, query: Query): ReadQuery {
  const { findings } = parseContext();
  parseParameters({}, query, findings, new Set(['full']));
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  if (publicId === undefined) throw errors.notFound();
  return { statement: detailStatement(resource, query.has('full')), values: { publicId }, format: singleRow };
}

/** The text in a statement's only row. Errors: NOT_FOUND. */
export function singleRow(row: unknown[] | undefined): string {
  if (!row) throw errors.notFound();
  return row[0] as string;
}
