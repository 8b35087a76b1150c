import { isObject, type Json, type JsonObject } from '../../../../../common/json';
import { answerSchema, arrayOf, inputObject, objectOf } from '../resource/schema';
import { column } from '../sql/scope';
import { sql } from '../sql/sql';
import { jsonCell, rowsCell } from './cell';
import { type Field, field, type Refers } from './field';
import { type Input, parseItems } from './input';
import { parseRow } from './rows';
import { parseText } from './text';

/** How deep a free-form object may be nested: far beyond any use, far below what PostgreSQL can bear. */
const DEEPEST = 100;

/** A free-form JSON object; answered as `{}` when there is none (decisions, 2.4). */
export const jsonObject = () =>
  field({
    kind: 'jsonObject',
    empty: {},
    schema: { type: 'object' },
    parse: (value, at) => {
      if (!isObject(value)) return at.fault('INVALID_TYPE', 'must be a JSON object');
      const { faults } = at.findings;
      const before = faults.length;
      checkStorable(value, at, 1);
      return faults.length === before ? (value as Json) : undefined;
    },
    cell: jsonCell,
    read: (scope, attribute) => sql`coalesce(nullif(${column(scope, attribute)}, 'null'::jsonb), '{}'::jsonb)`,
    write: (draft, attribute, value) => {
      draft.values[attribute] = value;
    },
  });

/**
 * Nested rows that are kept as JSON: for tables of numbers, which an editor fills as a grid. References in them are public
 * identifiers; `among` names the attribute of a relation that holds the same records, so that a delete sees them.
 */
export const jsonRows = (fields: Record<string, Field>, { among = [] }: { among?: Among[] } = {}): Field<never> =>
  field({
    kind: 'jsonRows',
    empty: [],
    schema: arrayOf(objectOf(Object.fromEntries(Object.entries(fields).map(([name, of]) => [name, answerSchema(of)])))),
    accepts: arrayOf(inputObject(fields, { isWhole: true })),
    parse: (value, at) => {
      if (!Array.isArray(value)) return at.fault('INVALID_TYPE', 'must be an array');
      return parseItems(value, at, (item, place) => parseRow(fields, item, place) ?? {});
    },
    withNames: (value, names, at) => names.rows(fields, value, at),
    cell: rowsCell(fields),
    read: (scope, attribute) => sql`coalesce(nullif(${column(scope, attribute)}, 'null'::jsonb), '[]'::jsonb)`,
    write: (draft, attribute, value) => {
      draft.values[attribute] = value;
    },
    references: (value, path) =>
      (value as JsonObject[]).flatMap((row, index) =>
        Object.entries(fields).flatMap(
          ([name, of]) => of.references?.(row[name] ?? of.empty, `${path}[${index}].${name}`, row) ?? [],
        ),
      ),
    refers: (attribute, name) => among.map((each) => refersAmong(attribute, name, each)),
  });

/** Where the rows' references are relations, too. */
interface Among {
  kind: string;
  /** The relation of the resource that names the same records. */
  relation: string;
  /** The path to the reference within a row: `['score_per_act_feature', 'act_feature_id']`. */
  path: string[];
}

function refersAmong(attribute: string, name: string, { kind, relation, path }: Among): Refers {
  const jsonPath = `$[*].${path.map((step) => `"${step}"`).join('[*].')} ? (@ == $number)`;
  return {
    kind,
    attributes: [relation],
    field: `${name}[].${path.join('[].')}`,
    onDelete: 'restrict',
    only: (scope, number) =>
      sql`jsonb_path_exists(${column(scope, attribute)}, ${sql.lit(jsonPath)}::jsonpath, jsonb_build_object('number', ${number}))`,
  };
}

/** Notes what PostgreSQL cannot keep of a JSON value: texts that are none, numbers beyond all measure, too deep a nest. */
function checkStorable(value: unknown, at: Input, depth: number): void {
  if (depth > DEEPEST) at.fault('INVALID_VALUE', `is nested deeper than ${DEEPEST} levels`);
  else if (typeof value === 'string') parseText(value, at);
  else if (typeof value === 'number' && !Number.isFinite(value))
    at.fault('INVALID_VALUE', 'is a number that is too big');
  else if (Array.isArray(value)) parseItems(value, at, (item, place) => checkStorable(item, place, depth + 1));
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      parseText(key, at);
      checkStorable(item, at.at(key), depth + 1);
    }
  }
}
