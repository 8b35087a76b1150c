import type { Json, JsonObject } from '../../../../../common/json';
import { attributeOf } from '../fields/field';
import type { Reference } from '../fields/parse-context';
import { resourceByKind, resourceByName } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { relatedAttributes, TITLE, type TitlePart } from '../resource/title';
import type { Run } from '../store/database';
import { lastStates } from '../store/history/lookups';

/** A record as it was. */
export interface PastRecord {
  resource: Resource;
  state: JsonObject;
}

type FindState = (reference: Reference) => JsonObject | undefined;

/** A title may name a record whose title names another one. */
const MAX_DEPTH = 2;

/**
 * The titles that records had which are gone, as the database makes those of stored ones (`store/title-parts.ts`): what they refer to counts as it
 * is now, or was at last. Undefined where a resource declares no title, or nothing is left of it. At most two statements.
 */
export async function pastTitles(records: PastRecord[], run: Run): Promise<(string | undefined)[]> {
  const states = new Map<string, JsonObject>();
  const find: FindState = ({ kind, publicId }) => states.get(`${kind} ${publicId}`);
  let open = records;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const references = open.flatMap(({ resource, state }) => referencesOfTitle(resource, state));
    const wanted = new Map(
      references.filter((each) => !find(each)).map((each) => [`${each.kind} ${each.publicId}`, each]),
    );
    if (wanted.size === 0) break;
    const found = await lastStates(
      [...wanted.values()].map(({ kind, publicId = 0 }) => ({ resource: resourceByKind(kind).name, publicId })),
      run,
    );
    open = found.flatMap(({ resource: name, publicId, fields }) => {
      const resource = resourceByName(name);
      if (fields) states.set(`${resource.kind} ${publicId}`, fields);
      return fields ? [{ resource, state: fields }] : [];
    });
  }
  return records.map(({ resource, state }) => titleOf(resource, state, find) ?? undefined);
}

/** The records that a title names. */
const referencesOfTitle = ({ title, ...resource }: Resource, state: JsonObject): Reference[] =>
  title
    ? [...relatedAttributes(title).keys()].flatMap((attribute) => referenceAt(resource, state, attribute) ?? [])
    : [];

function titleOf(resource: Resource, state: JsonObject, find: FindState): string | null {
  const { title } = resource;
  return title ? textOf(title, { resource, state }, find) : null;
}

/** The text of a part of a title; null without one. */
function textOf(part: TitlePart, record: PastRecord, find: FindState): string | null {
  const { resource, state } = record;
  if (typeof part === 'string') return part === TITLE ? titleOf(resource, state, find) : plain(valueAt(record, part));
  if ('day' in part) return dayOf(valueAt(record, part.day));
  if ('boolean' in part) return valueAt(record, part.boolean) === true ? part.yes : part.no;
  if ('related' in part) {
    const reference = referenceAt(resource, state, part.related);
    const related = reference && find(reference);
    return related ? textOf(part.part, { resource: resourceByKind(reference.kind), state: related }, find) : null;
  }
  const texts = (parts: TitlePart[]) => parts.map((each) => textOf(each, record, find));
  if ('firstOf' in part) return texts(part.firstOf).find((text) => text !== null) ?? null;
  if ('join' in part)
    return (
      texts(part.join)
        .filter((text) => text !== null)
        .join(' · ') || null
    );
  if ('truncate' in part) {
    const characters = [...(textOf(part.truncate, record, find) ?? '')];
    const { length } = part;
    return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : characters.join('') || null;
  }
  const between = texts(part.between);
  return between.includes(null) ? null : part.words.map((words, index) => `${words}${between[index] ?? ''}`).join('');
}

const plain = (value: Json): string | null =>
  value === null
    ? null
    : String(value)
        .replaceAll(/[\n\r\t]/g, ' ')
        .replaceAll(/^ +| +$/g, '') || null;

const HALF_A_DAY = 12 * 60 * 60 * 1000;

/** The intended day: the nearest midnight in UTC. */
function dayOf(value: Json): string | null {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && !Number.isNaN(time)
    ? new Date(time + HALF_A_DAY).toISOString().slice(0, 10)
    : null;
}

/** The value of an attribute that is no relation. */
function valueAt({ resource, state }: PastRecord, attribute: string): Json {
  for (const [name, field] of Object.entries(resource.fields)) {
    if (attributeOf(name, field) === attribute && name in state) return state[name] ?? null;
    if (!field.choice?.attributes.includes(attribute) || (field.references?.(null, name, state) ?? []).length > 0)
      continue;
    // A choice of a type that is no record.
    return state[attribute.endsWith('_type') ? (field.partner ?? '') : name] ?? null;
  }
  return null;
}

/** The record to which a to-one relation leads. */
function referenceAt(
  { fields }: Pick<Resource, 'fields'>,
  state: JsonObject,
  attribute: string,
): Reference | undefined {
  for (const [name, field] of Object.entries(fields)) {
    const path = field
      .referencePaths?.(attributeOf(name, field), name)
      .find(({ attributes: [first, ...rest] }) => first === attribute && rest.length === 0);
    const found = path && field.references?.(state[name] ?? null, name, state).find(({ kind }) => kind === path.kind);
    if (found) return found;
  }
  return undefined;
}
