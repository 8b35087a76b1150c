import { isObject, type Json } from '../../../../../common/json';
import { column } from '../sql/scope';
import { sql } from '../sql/sql';
import { jsonCell } from './cell';
import { defineField, type Field, plainColumn, type ReferencePath } from './field';
import { type ParseContext, parseItems } from './parse-context';
import { nestedRows } from './rows';
import { parseText } from './text';

/** The maximum depth of a free-form object: far beyond any use, far below PostgreSQL's limit. */
const MAX_DEPTH = 100;

/** A free-form JSON object; `{}` if empty (conventions 2.4). */
export const jsonObject = () =>
  defineField({
    kind: 'jsonObject',
    empty: {},
    schema: { type: 'object' },
    parse: (value, context) => {
      if (!isObject(value)) return context.fault('INVALID_TYPE', 'must be a JSON object');
      const { faults } = context.findings;
      const before = faults.length;
      checkStorable(value, context, 1);
      return faults.length === before ? (value as Json) : undefined;
    },
    cell: jsonCell,
    read: (scope, attribute) => sql`coalesce(nullif(${column(scope, attribute)}, 'null'::jsonb), '{}'::jsonb)`,
    write: plainColumn.write,
  });

/**
 * Nested rows stored as JSON, for tables of numbers that editors fill in a grid. They refer to records by public identifier;
 * `relations` names relations that hold the same records, which protects them against deletion.
 */
export const jsonRows = (
  fields: Record<string, Field>,
  { relations = [] }: { relations?: ReferenceRelation[] } = {},
): Field<never> =>
  defineField({
    ...nestedRows(fields),
    kind: 'jsonRows',
    inJson: fields,
    read: (scope, attribute) => sql`coalesce(nullif(${column(scope, attribute)}, 'null'::jsonb), '[]'::jsonb)`,
    write: plainColumn.write,
    referencePaths: (attribute, name) => relations.map((each) => referencePathOf(attribute, name, each)),
  });

/** A relation that holds the same records as the references in the rows. */
interface ReferenceRelation {
  kind: string;
  /** The relation of the resource that holds the same records. */
  relation: string;
  /** The path to the reference within a row: `['score_per_act_feature', 'act_feature_id']`. */
  path: string[];
}

function referencePathOf(attribute: string, name: string, { kind, relation, path }: ReferenceRelation): ReferencePath {
  const jsonPath = `$[*].${path.map((step) => `"${step}"`).join('[*].')} ? (@ == $number)`;
  return {
    kind,
    attributes: [relation],
    field: `${name}[].${path.join('[].')}`,
    onDelete: 'restrict',
    condition: (scope, number) =>
      sql`jsonb_path_exists(${column(scope, attribute)}, ${sql.lit(jsonPath)}::jsonpath, jsonb_build_object('number', ${number}))`,
  };
}

/** Notes what PostgreSQL cannot store of a JSON value: invalid text, infinite numbers, too many levels. */
function checkStorable(value: unknown, context: ParseContext, depth: number): void {
  if (depth > MAX_DEPTH) context.fault('INVALID_VALUE', `is nested more than ${MAX_DEPTH} levels deep`);
  else if (typeof value === 'string') parseText(value, context);
  else if (typeof value === 'number' && !Number.isFinite(value))
    context.fault('INVALID_VALUE', 'is a number out of range');
  else if (Array.isArray(value)) parseItems(value, context, (item, place) => checkStorable(item, place, depth + 1));
  else if (isObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      parseText(key, context);
      checkStorable(item, context.child(key), depth + 1);
    }
  }
}
