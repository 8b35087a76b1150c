import { type Model, relationOf } from '../../../../rostra/server/src/sql/model';
import { column, type Scope, toMany, toOne, valuesOfMany } from '../../../../rostra/server/src/sql/scope';
import { type Sql, sql } from '../../../../rostra/server/src/sql/sql';
import { type Ability, may } from '../../../server/permissions';
import { mayReadTitle, titleIn } from '../../../server/titles';
import { panelOf } from '../../../shared/panels';
import type { Detail } from '../shared/found';

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

/** Makes details of the values that a statement has read: of nested rows, whose last one is the latest, the other way round. */
export const detailsOf = (columns: DetailColumn[], values: unknown[]): Detail[] =>
  columns
    .map(({ field, kind }, index): Detail => {
      const stored = [values[index]].flat() as (string | number | null)[];
      const all = field.includes('.') ? stored.reverse() : stored;
      return {
        field,
        kind,
        values: [...new Set(all.filter((each) => each !== null && each !== ''))] as Detail['values'],
      };
    })
    .filter((detail) => detail.values.length > 0);

function kindOf(model: Model, attribute: string): Detail['kind'] {
  if (attribute === 'term_index') return 'term';
  return model.attributes[attribute]?.type === 'datetime' ? 'day' : 'text';
}

/** SQL: the values of an attribute, or of one of nested rows. */
function valueIn(scope: Scope, name: string, inRow: string | undefined): Sql {
  if (inRow === undefined)
    return scope.model.attributes[name]?.target ? valuesOfMany(scope, name, titleIn) : plainIn(scope, name);
  return toMany(scope, name, (row) =>
    row.model.attributes[inRow]?.target ? toOne(row, inRow, titleIn) : plainIn(row, inRow),
  );
}

const plainIn = (scope: Scope, name: string): Sql =>
  kindOf(scope.model, name) === 'day'
    ? sql`(extract(epoch from ${column(scope, name)}) * 1000)::bigint`
    : column(scope, name);
