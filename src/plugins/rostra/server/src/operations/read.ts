import { errors } from '../errors/errors';
import { input } from '../fields/input';
import type { Resource } from '../resource/resource';
import { readDetail } from '../store/read';
import { parseParameters, type Query } from './query';

/** Answers one record in detail shape as JSON text. Errors: NOT_FOUND; INVALID_INPUT for a parameter that it does not know. */
export async function read(of: Resource, number: number | undefined, query: Query): Promise<string> {
  const { findings } = input();
  parseParameters({}, query, findings, new Set(['full']));
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  const detail = number === undefined ? undefined : await readDetail(of, number, query.has('full'));
  if (detail === undefined) throw errors.notFound();
  return detail;
}
