import { errors } from '../errors/errors';
import { parseContext } from '../fields/parse-context';
import type { View } from '../resource/view';
import { viewStatement } from '../store/selection';
import { LIST_PARAMETERS, parseParameters, type Query } from './query';
import type { ReadQuery } from './read';
import { singleRow } from './read';

/** The query for a view. Errors: INVALID_INPUT. */
export function view(view: View, query: Query): ReadQuery {
  const { findings } = parseContext();
  const values = parseParameters(
    view.parameters,
    query,
    findings,
    view.answers === 'rows' ? LIST_PARAMETERS : new Set(),
  );
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  const statement = viewStatement(view, Object.keys(values).sort());
  if (view.answers === 'one') return { statement, values, format: singleRow };
  return { statement, values, suffix: (count) => `"totalRowCount":${count}}` };
}
