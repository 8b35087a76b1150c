import { errors } from '../errors/errors';
import { input } from '../fields/input';
import type { View } from '../resource/view';
import { viewStatement } from '../store/selection';
import { OF_LISTS, parseParameters, type Query } from './query';
import { found } from './read';
import type { Reading } from './reading';

/** Reads a view with one statement. Errors: INVALID_INPUT. */
export function view(of: View, query: Query): Reading {
  const { findings } = input();
  const values = parseParameters(of.parameters, query, findings, of.answers === 'rows' ? OF_LISTS : new Set());
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  const statement = viewStatement(of, Object.keys(values).sort());
  if (of.answers === 'one') return { statement, values, whole: found };
  return { statement, values, afterRows: (count) => `"totalRowCount":${count}}` };
}
