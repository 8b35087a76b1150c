import { isObject, type Json } from '../../../../../common/json';
import { findResourceByUid } from '../resource/registry';
import { column, type Scope, toOne, valuesOfMany } from '../sql/scope';
import type { Sql } from '../sql/sql';
import { referenceCell, referencesCell } from './cell';
import { defineField, type Field, type ReferencePath } from './field';
import { INT32_MAX } from './integer';
import { type ParseContext, parseItems } from './parse-context';
import { parseText } from './text';

/** SQL: the public identifier of the scope's record. */
export function publicIdOf(scope: Scope): Sql {
  const resource = findResourceByUid(scope.model.uid);
  if (!resource) throw new Error(`no resource is declared for ${scope.model.uid}`);
  return column(scope, resource.key.attribute);
}

/** A reference to one record by public identifier, in any accepted form (conventions 2.4). */
export const ref = (kind: string, onDelete?: ReferencePath['onDelete']): Field<never> =>
  defineField({
    kind: 'ref',
    empty: null,
    schema: { type: 'integer', minimum: 1 },
    parse: (value, context) => (value === 0 || value === '0' ? null : parseReference(value, context)),
    resolveNames: (value, names, context) => names.one(kind, value, context),
    cell: referenceCell,
    read: (scope, name) => toOne(scope, name, publicIdOf),
    write: (draft, name, value, rowOf) => {
      draft.links[name] = value === null ? [] : [rowOf(kind, value as number)];
    },
    references: (value, path) => (value === null ? [] : [{ kind, publicId: value as number, path }]),
    referencePaths: (name, field) => [{ kind, attributes: [name], field, onDelete: onDelete ?? 'clear' }],
    ifRequired: {
      parse: parseReference,
      referencePaths: (name, field) => [{ kind, attributes: [name], field, onDelete: onDelete ?? 'restrict' }],
    },
  });

/** References to several records, without duplicates (conventions 2.8): in input order, or sorted with `isSet`. */
export const refs = (kind: string, { isSet = false }: { isSet?: boolean } = {}): Field<never> =>
  defineField({
    kind: 'refs',
    empty: [],
    ...(isSet ? { finalize: (value) => [...(value as number[])].sort((a, b) => a - b) } : {}),
    schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
    parse: (value, context) => parseAll(value, context, (item, place) => parseReference(item, place)),
    resolveNames: (value, names, context) => names.each(kind, value, context),
    cell: referencesCell,
    read: (scope, attribute) => valuesOfMany(scope, attribute, publicIdOf),
    write: (draft, attribute, value, rowOf) => {
      draft.links[attribute] = (value as number[]).map((publicId) => rowOf(kind, publicId));
    },
    references: (value, path) =>
      (value as (number | null)[]).flatMap((publicId, index) =>
        publicId === null ? [] : { kind, publicId, path: `${path}[${index}]` },
      ),
    referencePaths: (attribute, name) => [{ kind, attributes: [attribute], field: name, onDelete: 'clear' }],
  });

/** References to tags, by identifier or name; a tag that does not exist is created (conventions 2.4). */
export function tags(kind: string): Field<never> {
  const byId = refs(kind);
  return defineField<never>({
    ...byId,
    kind: 'tags',
    accepts: { type: 'array', items: { type: ['integer', 'string'] }, description: 'identifiers, or names of tags' },
    parse: (value, context) =>
      parseAll(value, context, (item, place) => {
        const trimmed = typeof item === 'string' ? item.trim() : item;
        return isName(trimmed) ? parseName(trimmed, place) : parseReference(trimmed, place);
      }),
    resolveNames: (value, names, context) => names.eachOrNew(kind, value, context),
    finalize: (value, findByName) => [
      ...new Set((value as (number | string)[]).map((tag) => (typeof tag === 'number' ? tag : findByName(kind, tag)))),
    ],
    references: (value, path) =>
      (value as (number | string | null)[]).flatMap((tag, index) => {
        if (tag === null) return [];
        return { kind, path: `${path}[${index}]`, ...(typeof tag === 'number' ? { publicId: tag } : { name: tag }) };
      }),
  });
}

/** The highest provisional identifier, which plans give to new records: far below any number in the input. */
export const MAX_PROVISIONAL_ID = -2_000_000_000;

/** The identifier in a value; undefined after noting the fault. */
export function parseReference(value: unknown, context: ParseContext): number | undefined {
  const id = isObject(value) ? value.id : value;
  const publicId = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
  if (typeof publicId !== 'number' || !Number.isInteger(publicId)) {
    return context.fault('INVALID_TYPE', 'must be a record identifier: an integer');
  }
  if (context.findings.isPlanned && publicId <= MAX_PROVISIONAL_ID) return publicId;
  if (publicId < 1 || publicId > INT32_MAX)
    return context.fault('OUT_OF_RANGE', 'must be a positive integer within 32 bits');
  return publicId;
}

const isName = (value: unknown): value is string => typeof value === 'string' && !/^[+-]?\d+$/.test(value);

function parseName(value: string, context: ParseContext): string | undefined {
  const name = parseText(value, context);
  return name === '' ? context.fault('INVALID_VALUE', 'must name a tag') : name;
}

/** Parses a list; invalid items become null, so that the others can still be resolved at their positions. */
function parseAll<T extends Json>(
  value: unknown,
  context: ParseContext,
  parse: (item: unknown, context: ParseContext) => T | undefined,
): (T | null)[] | undefined {
  if (!Array.isArray(value)) return context.fault('INVALID_TYPE', 'must be an array');
  const seen = new Set<T>();
  return parseItems(value, context, (item, place) => {
    const one = parse(item, place);
    if (one === undefined) return null;
    if (seen.has(one)) place.fault('DUPLICATE', `${one} is listed more than once`);
    seen.add(one);
    return one;
  });
}
