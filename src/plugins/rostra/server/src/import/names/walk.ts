import { isObject } from '../../../../../../common/json';
import { attributeOf, type Field } from '../../fields/field';
import type { NameResolver } from '../../fields/name-resolver';
import type { ParseContext } from '../../fields/parse-context';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Beside, Called } from './choose';
import { numberIn, textOf } from './entry';

/** A name that stands where an identifier is expected. */
export interface Wanted {
  kind: string;
  called: Called;
  /** A record is made where none has the name. */
  isMade: boolean;
  beside: Beside;
  at: ParseContext;
}

/** Answers what takes the place of a name; undefined where it stays. */
export type LookUp = (wanted: Wanted) => number | string | undefined;

interface Walk {
  resource: Resource;
  value: Record<string, unknown>;
  /** What is stored of the record, for fields that it does not have. */
  stored: Record<string, unknown>;
  at: ParseContext;
  lookUp: LookUp;
}

/** Looks up every name in a record's references; answers a copy, or the record itself where nothing changes. */
export function walk({ resource, value, stored, at, lookUp }: Walk): Record<string, unknown> {
  const kinds = new Map<string, number | undefined>();
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'ref' || value[name] !== undefined) continue;
    for (const { kind } of field.referencePaths?.(attributeOf(name, field), name) ?? [])
      kinds.set(kind, numberIn(stored[name]));
  }
  return inFields(resource.fields, value, naming({ kinds, objects: [value, stored] }, lookUp), at);
}

/** Whether a text is one of digits. */
export const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** What stands around a name: the records named so far, by kind, and the objects that it stands in, the inner first. */
interface Around {
  kinds: Map<string, number | undefined>;
  objects: Record<string, unknown>[];
}

function naming(around: Around, lookUp: LookUp): NameResolver {
  const put = (kind: string, value: unknown, at: () => ParseContext, isMade = false): unknown => {
    const called = calledBy(kind, value);
    // A negative number of a file must not pass for one of those that stand for new records: text is no identifier.
    if (!called) return (numberIn(value) ?? 0) < 0 ? String(numberIn(value)) : value;
    const objects = isObject(value) ? [value, ...around.objects] : around.objects;
    return lookUp({ kind, called, isMade, beside: besideIn({ ...around, objects }), at: at() }) ?? value;
  };
  return {
    one: (kind, value, at) => {
      const named = put(kind, value, () => at);
      around.kinds.set(kind, numberIn(named));
      return named;
    },
    each: (kind, value, at) => inItems(value, (item, index) => put(kind, item, () => at.child(index))),
    eachOrNew: (kind, value, at) => {
      const named = inItems(value, (item, index) => put(kind, item, () => at.child(index), true));
      return Array.isArray(value) && Array.isArray(named) ? onceNamed(value, named) : named;
    },
    rows: (fields, value, at) =>
      inItems(value, (item, index) => {
        if (!isObject(item)) return item;
        const within = { kinds: new Map(around.kinds), objects: [item, ...around.objects] };
        return inFields(fields, item, naming(within, lookUp), at.child(index));
      }),
  };
}

/** In the order in which they are declared: what narrows others comes before them. */
function inFields(
  fields: Record<string, Field>,
  value: Record<string, unknown>,
  names: NameResolver,
  at: ParseContext,
): Record<string, unknown> {
  let copy = value;
  for (const [name, field] of Object.entries(fields)) {
    const given = value[name];
    if (!field.resolveNames || given === undefined || given === null) continue;
    const named = field.resolveNames(given, names, at.child(name), copy);
    if (named !== given) copy = { ...copy, [name]: named };
  }
  return copy;
}

function inItems(value: unknown, change: (item: unknown, index: number) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  const changed: unknown[] = value.map(change);
  return changed.some((item, index) => item !== value[index]) ? changed : value;
}

/** A name whose record stands in the list by its identifier, too, is left out, as the tags of a body are. */
function onceNamed(given: unknown[], named: unknown[]): unknown[] {
  const numbers = new Set(given.map(numberIn));
  return named.filter((item, index) => item === given[index] || typeof item !== 'number' || !numbers.has(item));
}

const besideIn =
  ({ kinds, objects }: Around): Beside =>
  ({ kind, name }) => {
    if (kind !== undefined) return kinds.get(kind);
    const value = objects.find((object) => object[name] !== undefined)?.[name];
    return numberIn(value) ?? textOf(value);
  };

/** How a value names a record: a text that is no identifier, or an object without one; undefined where it does not. */
function calledBy(kind: string, value: unknown): Called | undefined {
  if (typeof value !== 'string' && !isObject(value)) return undefined;
  const { fields } = resourceByKind(kind).names;
  if (fields.length === 0) return undefined;
  if (typeof value === 'string') return isName(value) ? { texts: [{ text: value }] } : undefined;
  if (value.id !== undefined && value.id !== null) return undefined;
  const texts = fields.flatMap((field) => {
    const text = textOf(value[field]);
    return text === undefined ? [] : { field, text };
  });
  return texts.length > 0 ? { texts } : undefined;
}

/** Identifiers are written without zeros in front; official numbers may have some. */
const isName = (text: string): boolean => {
  const given = text.trim();
  return (given !== '' && !/^[+-]?\d+$/.test(given)) || /^0\d+$/.test(given);
};
