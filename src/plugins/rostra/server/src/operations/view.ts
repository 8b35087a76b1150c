import { errors } from '../errors/errors';
import { input } from '../fields/input';
import type { View } from '../resource/view';
import { parameter, prepared, type Statement } from '../sql/sql';
import { run } from '../store/database';
import { OF_LISTS, parseParameters, type Query } from './query';

/** Answers a view as JSON text with one statement. Errors: INVALID_INPUT, and NOT_FOUND where it answers one record. */
export async function view(of: View, query: Query): Promise<string> {
  const { findings } = input();
  const given = parseParameters(of.parameters, query, findings, of.answers === 'rows' ? OF_LISTS : new Set());
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  const rows = (await run(statementOf(of, Object.keys(given).sort()), given)).map(([row]) => row as string);
  if (of.answers === 'rows') return `{"rows":[${rows.join(',')}],"totalRowCount":${rows.length}}`;
  if (rows[0] === undefined) throw errors.notFound();
  return rows[0];
}

const statementOf = (of: View, names: string[]): Statement =>
  prepared(of, names.join(' '), () => of.query((name) => (names.includes(name) ? parameter(name) : undefined)));
