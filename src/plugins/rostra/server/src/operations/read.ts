import { errors } from '../errors/errors';
import { input } from '../fields/input';
import type { Resource } from '../resource/resource';
import { detailStatement } from '../store/read';
import { parseParameters, type Query } from './query';
import type { Reading } from './reading';

/** Reads one record in detail shape. Errors: NOT_FOUND; INVALID_INPUT for a parameter that it does not know. */
export function read(of: Resource, number: number | undefined, query: Query): Reading {
  const { findings } = input();
  parseParameters({}, query, findings, new Set(['full']));
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  if (number === undefined) throw errors.notFound();
  return { statement: detailStatement(of, query.has('full')), values: { publicId: number }, whole: found };
}

/** The text of the one row that a statement has found. Errors: NOT_FOUND. */
export function found(row: unknown[] | undefined): string {
  if (!row) throw errors.notFound();
  return row[0] as string;
}
