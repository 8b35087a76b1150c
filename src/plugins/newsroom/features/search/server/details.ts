import { type Model, relationOf } from '../../../../rostra/server/src/sql/model';
import { column, type Scope, toMany, toOne, valuesOfMany } from '../../../../rostra/server/src/sql/scope';
import { type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { type Ability, may } from '../../../server/permissions';
import { mayReadTitle, titleIn } from '../../../server/titles';
import { panelOf } from '../../../shared/panels';
import type { Detail } from '../shared/found';

const TERM = 'term_index';

/** One of the declared details of a content type's records. */
export interface DetailColumn extends Omit<Detail, 'values'> {
  /** Its values as JSON: one, or a list. */
  value(scope: Scope): Sql;
}

/** The declared details of a content type that somebody may read. */
export function detailColumns(model: Model, ability: Ability): DetailColumn[] {
  return (panelOf(model.uid)?.details ?? []).flatMap((field) => {
    const [name = '', inRow] = field.split('.');
    const rows = inRow === undefined ? undefined : relationOf(model, name);
    const [owner, attribute] = rows ? [rows.to, inRow ?? ''] : [model, name];
    const target = owner.attributes[attribute]?.target;
    if (!may(ability, 'read', model.uid, field) || (target && !mayReadTitle(ability, target))) return [];
    return { field, kind: kindOf(owner, attribute), value: (scope: Scope) => valueIn(scope, name, inRow) };
  });
}

/**
 * Makes details of the values that a statement has read. Of nested rows, whose last one is the latest, that one counts as it is, also where it says
 * nothing; of their terms all.
 */
export const detailsOf = (columns: DetailColumn[], values: unknown[]): Detail[] =>
  columns
    .map(({ field, kind }, index): Detail => {
      const stored = [values[index]].flat() as (string | number | null)[];
      const counted = field.includes('.') && kind !== 'term' ? stored.slice(-1) : stored;
      return {
        field,
        kind,
        values: [...new Set(counted.filter((each) => each !== null && each !== ''))] as Detail['values'],
      };
    })
    .filter((detail) => detail.values.length > 0);

function kindOf(model: Model, attribute: string): Detail['kind'] {
  if (attribute === TERM) return 'term';
  return model.attributes[attribute]?.type === 'datetime' ? 'day' : 'text';
}

/** SQL: the values of an attribute, or of one of nested rows. */
function valueIn(scope: Scope, name: string, inRow: string | undefined): Sql {
  if (inRow === undefined)
    return scope.model.attributes[name]?.target ? valuesOfMany(scope, name, titleIn) : plainIn(scope, name);
  return toMany(
    scope,
    name,
    (row) => (row.model.attributes[inRow]?.target ? toOne(row, inRow, titleIn) : plainIn(row, inRow)),
    inTime,
  );
}

/** SQL order: nested rows from the earliest to the latest, by term, then day; one without a day began with its term; the later row wins a tie. */
function inTime(row: Scope, order: Sql): Sql {
  const names = Object.keys(row.model.attributes);
  const times = names.filter((name) => kindOf(row.model, name) !== 'text');
  const byTerm = times.sort((a, b) => Number(b === TERM) - Number(a === TERM));
  return sql.join([...byTerm.map((name) => sql`${column(row, name)} nulls first`), order]);
}

const plainIn = (scope: Scope, name: string): Sql =>
  kindOf(scope.model, name) === 'day'
    ? sql`(extract(epoch from ${column(scope, name)}) * 1000)::bigint`
    : column(scope, name);
