import { isObject, type Json } from '../../../../../common/json';
import { resourceOf } from '../resource/registry';
import { column, type Scope, toMany, toOne } from '../sql/scope';
import type { Sql } from '../sql/sql';
import { referenceCell, referencesCell } from './cell';
import { type Field, field, type Refers } from './field';
import { type Input, parseItems } from './input';
import { INT32_MAX } from './integer';
import { parseText } from './text';

/** SQL: the public identifier of the record that a scope is open on. */
export function numberOf(scope: Scope): Sql {
  const of = resourceOf(scope.model.uid);
  if (!of) throw new Error(`no resource is declared for ${scope.model.uid}`);
  return column(scope, of.key.attribute);
}

/**
 * A reference to one record by its public identifier: an integer, a text of digits, or an object with an integer `id`;
 * 0 means none where the reference is optional (decisions, 2.4).
 */
export function ref(kind: string, onDelete?: Refers['onDelete']): Field<never> {
  return reference({ kind, isRequired: false, ...(onDelete ? { onDelete } : {}) });
}

/** References to several records, in the order given, or as a set that has no order; none twice (decisions, 2.8). */
export const refs = (kind: string, { isSet = false }: { isSet?: boolean } = {}): Field<never> =>
  field({
    kind: 'refs',
    empty: [],
    ...(isSet ? { settle: (value) => [...(value as number[])].sort((a, b) => a - b) } : {}),
    schema: { type: 'array', items: { type: 'integer', minimum: 1 } },
    parse: (value, at) => parseAll(value, at, (item, place) => parseReference(item, place)),
    withNames: (value, names, at) => names.each(kind, value, at),
    cell: referencesCell,
    read: (scope, attribute) => toMany(scope, attribute, numberOf),
    write: (draft, attribute, value, rowOf) => {
      draft.links[attribute] = (value as number[]).map((number) => rowOf(kind, number));
    },
    references: (value, path) =>
      (value as (number | null)[]).flatMap((number, index) =>
        number === null ? [] : { kind, number, path: `${path}[${index}]` },
      ),
    refers: (attribute, name) => [{ kind, attributes: [attribute], field: name, onDelete: 'clear' }],
  });

/** References to tags; a text that is not a number names a tag, which is made when there is none (decisions, 2.4). */
export function tags(kind: string): Field<never> {
  const byId = refs(kind);
  return field<never>({
    ...byId,
    kind: 'tags',
    accepts: { type: 'array', items: { type: ['integer', 'string'] }, description: 'identifiers, or names of tags' },
    parse: (value, at) =>
      parseAll(value, at, (item, place) => {
        const given = typeof item === 'string' ? item.trim() : item;
        return isName(given) ? parseName(given, place) : parseReference(given, place);
      }),
    withNames: (value, names, at) => names.eachOrNew(kind, value, at),
    settle: (value, numberOf) => [
      ...new Set((value as (number | string)[]).map((tag) => (typeof tag === 'number' ? tag : numberOf(kind, tag)))),
    ],
    references: (value, path) =>
      (value as (number | string | null)[]).flatMap((tag, index) => {
        if (tag === null) return [];
        return { kind, path: `${path}[${index}]`, ...(typeof tag === 'number' ? { number: tag } : { name: tag }) };
      }),
  });
}

/** Provisional identifiers, which a plan gives to new records, are far below every number that one could be mistaken for. */
export const HIGHEST_PROVISIONAL = -2_000_000_000;

/** The identifier that a value names; undefined after noting the fault. */
export function parseReference(value: unknown, at: Input): number | undefined {
  const given = isObject(value) ? value.id : value;
  const number = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  if (typeof number !== 'number' || !Number.isInteger(number)) {
    return at.fault('INVALID_TYPE', 'must be the identifier of a record: an integer');
  }
  if (at.findings.isPlanned && number <= HIGHEST_PROVISIONAL) return number;
  if (number < 1 || number > INT32_MAX) return at.fault('OUT_OF_RANGE', 'must be a positive integer within 32 bits');
  return number;
}

interface Referring<Attribute extends string> {
  kind: string;
  isRequired: boolean;
  attribute?: Attribute;
  onDelete?: Refers['onDelete'];
}

function reference<Attribute extends string = never>(of: Referring<Attribute>): Field<Attribute> {
  const { kind, isRequired, attribute, onDelete = isRequired ? 'restrict' : 'clear' } = of;
  const made = field<Attribute>({
    kind: 'ref',
    isRequired,
    ...(attribute ? { attribute } : {}),
    empty: null,
    schema: { type: 'integer', minimum: 1 },
    parse: (value, at) => (!isRequired && isZero(value) ? null : parseReference(value, at)),
    withNames: (value, names, at) => names.one(kind, value, at),
    cell: referenceCell,
    read: (scope, name) => toOne(scope, name, numberOf),
    write: (draft, name, value, rowOf) => {
      draft.links[name] = value === null ? [] : [rowOf(kind, value as number)];
    },
    references: (value, path) => (value === null ? [] : [{ kind, number: value as number, path }]),
    refers: (name, field) => [{ kind, attributes: [name], field, onDelete }],
  });
  return {
    ...made,
    required: () => reference({ ...of, isRequired: true }),
    in: (other) => reference({ ...of, attribute: other }),
  };
}

const isZero = (value: unknown): boolean => value === 0 || value === '0';

const isName = (value: unknown): value is string => typeof value === 'string' && !/^[+-]?\d+$/.test(value);

function parseName(value: string, at: Input): string | undefined {
  const name = parseText(value, at);
  return name === '' ? at.fault('INVALID_VALUE', 'must name a tag') : name;
}

/** Keeps the place of what is wrong (null), so that the other items can still be looked up and told. */
function parseAll<T extends Json>(
  value: unknown,
  at: Input,
  parse: (item: unknown, at: Input) => T | undefined,
): (T | null)[] | undefined {
  if (!Array.isArray(value)) return at.fault('INVALID_TYPE', 'must be an array');
  const seen = new Set<T>();
  return parseItems(value, at, (item, place) => {
    const one = parse(item, place);
    if (one === undefined) return null;
    if (seen.has(one)) place.fault('DUPLICATE', `${one} stands in this list already`);
    seen.add(one);
    return one;
  });
}
