import { isObject } from '../../../../../../common/json';
import { attributeOf, type Field } from '../../fields/field';
import type { NameResolver } from '../../fields/name-resolver';
import type { ParseContext } from '../../fields/parse-context';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { QualifierContext, RecordName } from './candidates';
import { numberIn, textOf } from './named-record';

/** A name in place of an identifier. */
export interface NameReference {
  kind: string;
  name: RecordName;
  /** Whether the import creates a record if none has the name. */
  mayCreate: boolean;
  context: QualifierContext;
  at: ParseContext;
}

/** Returns the replacement for a name; undefined if the name stays. */
export type LookUp = (reference: NameReference) => number | string | undefined;

interface RecordWalk {
  resource: Resource;
  value: Record<string, unknown>;
  /** The stored record, for fields that the value lacks. */
  stored: Record<string, unknown>;
  at: ParseContext;
  lookUp: LookUp;
}

/** Looks up every name in a record's references. Returns a copy, or the record itself if nothing changes. */
export function walk({ resource, value, stored, at, lookUp }: RecordWalk): Record<string, unknown> {
  const kinds = new Map<string, number | undefined>();
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind !== 'ref' || value[name] !== undefined) continue;
    for (const { kind } of field.referencePaths?.(attributeOf(name, field), name) ?? [])
      kinds.set(kind, numberIn(stored[name]));
  }
  return walkFields(resource.fields, value, naming({ kinds, objects: [value, stored] }, lookUp), at);
}

/** Whether a text consists of digits. */
export const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** The context of a name: the references resolved so far, by kind, and the objects around it, innermost first. */
interface NameContext {
  kinds: Map<string, number | undefined>;
  objects: Record<string, unknown>[];
}

function naming(context: NameContext, lookUp: LookUp): NameResolver {
  const resolve = (kind: string, value: unknown, at: () => ParseContext, mayCreate = false): unknown => {
    const name = nameIn(kind, value);
    // Convert negative numbers to text so that they cannot collide with provisional ids.
    if (!name) return (numberIn(value) ?? 0) < 0 ? String(numberIn(value)) : value;
    const objects = isObject(value) ? [value, ...context.objects] : context.objects;
    return lookUp({ kind, name, mayCreate, context: contextIn({ ...context, objects }), at: at() }) ?? value;
  };
  return {
    one: (kind, value, at) => {
      const resolved = resolve(kind, value, () => at);
      context.kinds.set(kind, numberIn(resolved));
      return resolved;
    },
    each: (kind, value, at) => mapItems(value, (item, index) => resolve(kind, item, () => at.child(index))),
    eachOrNew: (kind, value, at) => {
      const resolved = mapItems(value, (item, index) => resolve(kind, item, () => at.child(index), true));
      return Array.isArray(value) && Array.isArray(resolved) ? dropRepeats(value, resolved) : resolved;
    },
    rows: (fields, value, at) =>
      mapItems(value, (item, index) => {
        if (!isObject(item)) return item;
        const rowContext = { kinds: new Map(context.kinds), objects: [item, ...context.objects] };
        return walkFields(fields, item, naming(rowContext, lookUp), at.child(index));
      }),
  };
}

/** Walks the fields in the order of their declaration: a field that narrows others comes before them. */
function walkFields(
  fields: Record<string, Field>,
  value: Record<string, unknown>,
  names: NameResolver,
  at: ParseContext,
): Record<string, unknown> {
  let copy = value;
  for (const [name, field] of Object.entries(fields)) {
    const original = value[name];
    if (!field.resolveNames || original === undefined || original === null) continue;
    const resolved = field.resolveNames(original, names, at.child(name), copy);
    if (resolved !== original) copy = { ...copy, [name]: resolved };
  }
  return copy;
}

function mapItems(value: unknown, change: (item: unknown, index: number) => unknown): unknown {
  if (!Array.isArray(value)) return value;
  const changed: unknown[] = value.map(change);
  return changed.some((item, index) => item !== value[index]) ? changed : value;
}

/** Drops a name if the list also has its record's identifier, as for the tags of a request body. */
function dropRepeats(original: unknown[], resolved: unknown[]): unknown[] {
  const publicIds = new Set(original.map(numberIn));
  return resolved.filter((item, index) => item === original[index] || typeof item !== 'number' || !publicIds.has(item));
}

const contextIn =
  ({ kinds, objects }: NameContext): QualifierContext =>
  ({ kind, name }) => {
    if (kind !== undefined) return kinds.get(kind);
    const value = objects.find((object) => object[name] !== undefined)?.[name];
    return numberIn(value) ?? textOf(value);
  };

/** The name in a value: text other than an identifier, or an object without `id`; undefined if there is none. */
function nameIn(kind: string, value: unknown): RecordName | undefined {
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

/** Text is a name unless it is a number. Leading zeros make a name, too: official numbers may have some. */
const isName = (text: string): boolean => {
  const trimmed = text.trim();
  return (trimmed !== '' && !/^[+-]?\d+$/.test(trimmed)) || /^0\d+$/.test(trimmed);
};
