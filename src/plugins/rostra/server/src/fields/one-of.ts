import type { Json, JsonObject } from '../../../../../common/json';
import { column, exists, type Scope, toOne } from '../sql/scope';
import { literal, object, type Sql, sql } from '../sql/sql';
import { referenceCell } from './cell';
import { type Draft, defineField, type Field, type ReferencePath, type RowIdOf, type Schema } from './field';
import type { ParseContext, Reference } from './parse-context';
import { parseReference, publicIdOf } from './ref';
import { parseText } from './text';

/** The kinds that a polymorphic reference may refer to: type in the API → kind. */
type KindsByType = Record<string, string>;

export interface OneOf<Start extends string = string, Name extends string = string> {
  /** Prefix of the attributes: `principle_sponsor` → `principle_sponsor_rep`. */
  attribute: Start;
  options: KindsByType;
  /** Its two fields in the API. */
  names: { type: Name; id: Name };
  /** Whether to accept other types, unchecked: attributes `…_other_type` and `…_other_id`. */
  allowsOther?: boolean;
  isRequired?: boolean;
  /** Whether bodies may write the type in any case (conventions 2.8). */
  ignoresCase?: boolean;
  onDelete?: ReferencePath['onDelete'];
}

/**
 * A reference to a record of one of several kinds, stored in one relation for each kind, of which at most one is set
 * (conventions 1.4). Both of its fields must be given, or neither.
 */
export function oneOf<Start extends string, Name extends string>(
  definition: OneOf<Start, Name>,
): Record<Name, Field<`${Start}_${string}`>> {
  const { names, options, isRequired = false } = definition;
  const shared = {
    isRequired,
    empty: null,
    write: (draft: Draft, _: string, __: Json, rowOf: RowIdOf, record: JsonObject) =>
      write(definition, draft, record, rowOf),
    references: (_: Json, __: string, record: JsonObject) => references(definition, record),
  };
  const fields: Record<string, Field<`${Start}_${string}`>> = {
    [names.type]: defineField({
      ...shared,
      kind: 'oneOfType',
      ...(isRequired ? {} : { companion: names.id }),
      partner: names.id,
      schema: definition.allowsOther
        ? { type: 'string', examples: Object.keys(options) }
        : { type: 'string', enum: Object.keys(options) },
      ...(definition.ignoresCase ? { accepts: anyCaseOf(Object.keys(options)) } : {}),
      parse: (value, context) => parseType(definition, value, context),
      read: (scope) => typeOf(definition, scope),
    }),
    [names.id]: defineField({
      ...shared,
      kind: 'oneOfId',
      ...(isRequired ? {} : { companion: names.type }),
      partner: names.type,
      schema: { type: 'integer', minimum: 1 },
      parse: (value, context) =>
        !isRequired && (value === 0 || value === '0') ? null : parseReference(value, context),
      resolveNames: (value, resolver, context, siblings) => {
        const kind = kindIn(definition, siblings[names.type]);
        return kind ? resolver.one(kind, value, context) : value;
      },
      cell: referenceCell,
      read: (scope) => idOf(definition, scope),
      check: (record, context) => {
        if (record[names.type] === undefined || record[names.id] === undefined) return;
        const missing = record[names.type] == null ? names.type : names.id;
        if ((record[names.type] == null) !== (record[names.id] == null)) {
          context.child(missing).fault('REQUIRED', `${names.type} and ${names.id} must be given together`);
        }
      },
      isAmbiguous: (scope) => isAmbiguous(definition, scope),
      choice: {
        attributes: attributesOf(definition),
        read: (scope, attribute) => choiceIn(definition, scope, attribute),
      },
      referencePaths: () =>
        Object.entries(options).map(([, kind]) => ({
          kind,
          attributes: [attributeFor(definition, kind)],
          field: names.id,
          onDelete: definition.onDelete ?? (isRequired ? 'restrict' : 'clear'),
        })),
    }),
  };
  return fields as Record<Name, Field<`${Start}_${string}`>>;
}

const kindIn = (definition: OneOf, value: unknown): string | undefined => {
  const type = typeof value === 'string' ? optionOf(definition, value) : undefined;
  return type === undefined ? undefined : definition.options[type];
};

/** The option that a type names. */
const optionOf = ({ options, ignoresCase }: OneOf, type: string): string | undefined =>
  Object.keys(options).find(
    (option) => option === type || (ignoresCase && option.toLowerCase() === type.toLowerCase()),
  );

/** The schema of an option in any case; the form in answers comes first. */
const anyCaseOf = (options: string[]): Schema => ({
  anyOf: [
    { type: 'string', enum: options },
    {
      type: 'string',
      pattern: `^(${options.map(inAnyCase).join('|')})$`,
      description: 'the same in any case',
    },
  ],
});

const inAnyCase = (option: string): string =>
  option.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

/** The attribute of the relation to one kind. */
export const attributeFor = ({ attribute }: Pick<OneOf, 'attribute'>, kind: string): string =>
  `${attribute}_${kind.replaceAll('-', '_')}`;

/** The attributes of types that are not records. */
const otherAttributes = ({ attribute }: OneOf) => ({ type: `${attribute}_other_type`, id: `${attribute}_other_id` });

/** All attributes of which one stores the reference, or two if it is to another type. */
const attributesOf = (definition: OneOf): string[] => [
  ...Object.values(definition.options).map((kind) => attributeFor(definition, kind)),
  ...(definition.allowsOther ? Object.values(otherAttributes(definition)) : []),
];

/** SQL: both fields as one of the attributes says; NULL if it is not set. */
function choiceIn(definition: OneOf, scope: Scope, attribute: string): Sql {
  const { names, options } = definition;
  const [type] = Object.entries(options).find(([, kind]) => attributeFor(definition, kind) === attribute) ?? [];
  if (type !== undefined)
    return toOne(scope, attribute, (target) => object({ [names.type]: literal(type), [names.id]: publicIdOf(target) }));
  const other = otherAttributes(definition);
  const [otherType, otherId] = [column(scope, other.type), column(scope, other.id)];
  return sql`case when ${otherType} is not null then ${object({ [names.type]: otherType, [names.id]: otherId })} end`;
}

/** SQL: more than one of the relations is set. */
function isAmbiguous(definition: OneOf, scope: Scope): Sql {
  const set = Object.values(definition.options).map((kind) => exists(scope, attributeFor(definition, kind)));
  if (definition.allowsOther) set.push(sql`${column(scope, otherAttributes(definition).type)} is not null`);
  return sql`(${sql.join(
    set.map((each) => sql`(${each})::int`),
    sql` + `,
  )}) > 1`;
}

/** SQL: the type; NULL if there is no reference. */
export function typeOf(definition: OneOf, scope: Scope): Sql {
  const cases = Object.entries(definition.options).map(
    ([type, kind]) => sql`when ${exists(scope, attributeFor(definition, kind))} then ${literal(type)}`,
  );
  const otherwise = definition.allowsOther ? column(scope, otherAttributes(definition).type) : sql`null`;
  return sql`case ${sql.join(cases, sql` `)} else ${otherwise} end`;
}

/** SQL: the public identifier of the record; NULL if there is no reference. */
export function idOf(definition: OneOf, scope: Scope): Sql {
  const candidates = Object.values(definition.options).map((kind) =>
    toOne(scope, attributeFor(definition, kind), (target) => publicIdOf(target)),
  );
  if (definition.allowsOther) candidates.push(column(scope, otherAttributes(definition).id));
  return sql`coalesce(${sql.join(candidates)})`;
}

function parseType(definition: OneOf, value: unknown, context: ParseContext): Json | undefined {
  if (value === '') return definition.isRequired ? context.fault('REQUIRED', 'must not be empty') : null;
  const type = parseText(value, context);
  if (type === undefined) return undefined;
  const option = optionOf(definition, type) ?? (definition.allowsOther ? type : undefined);
  return option ?? context.fault('INVALID_VALUE', `must be one of ${Object.keys(definition.options).join(', ')}`);
}

function write(definition: OneOf, draft: Draft, record: JsonObject, rowOf: RowIdOf): void {
  const { type, publicId } = referenceIn(definition, record);
  for (const [name, kind] of Object.entries(definition.options)) {
    draft.links[attributeFor(definition, kind)] = name === type && publicId !== null ? [rowOf(kind, publicId)] : [];
  }
  if (!definition.allowsOther) return;
  const isOther = type !== null && !Object.hasOwn(definition.options, type);
  const other = otherAttributes(definition);
  draft.values[other.type] = isOther ? type : null;
  draft.values[other.id] = isOther ? publicId : null;
}

function references(definition: OneOf, record: JsonObject): Reference[] {
  const { type, publicId } = referenceIn(definition, record);
  const kind = type === null ? undefined : definition.options[type];
  return kind && publicId !== null ? [{ kind, publicId, path: definition.names.id }] : [];
}

function referenceIn({ names }: OneOf, record: JsonObject): { type: string | null; publicId: number | null } {
  const type = record[names.type];
  const publicId = record[names.id];
  return { type: typeof type === 'string' ? type : null, publicId: typeof publicId === 'number' ? publicId : null };
}
