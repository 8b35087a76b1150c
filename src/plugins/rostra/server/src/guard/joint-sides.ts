import { isEqual, isObject, type Json, type JsonObject } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import { type Draft, draft, type Field, type RowIdOf } from '../fields/field';
import { parseContext, type Reference } from '../fields/parse-context';
import { resourceAttribute } from '../operations/write';
import { resourceByKind } from '../resource/registry';
import type { Resource } from '../resource/resource';
import { type Model, modelOf } from '../sql/model';
import type { Run } from '../store/database';
import { readLinked } from '../store/linked-records';
import { type ReferenceSet, resolve } from '../store/resolve';
import type { Choice } from './choices';
import type { Sides } from './list-sides';
import { isIdList, without } from './merged-lists';

type Data = Record<string, unknown>;

/** The save of a form: what it has written, and the record before and after that. */
interface Save {
  data: Data;
  before: JsonObject;
  after: JsonObject;
}

/** What a save can go on with, by attribute; of an attribute without a side, nothing is to be sent. */
interface JointSides {
  sides: Record<string, Sides>;
  /** Whether the editor's own values refer to records that are gone, so that they cannot stay. */
  isMineLost: boolean;
}

/**
 * What a save can go on with of fields between which one chooses at once. One statement for each kind of record that they refer to, whoever's side,
 * and one for each list of records that the save changes.
 */
export async function jointSides(
  resource: Resource,
  choice: Choice,
  { data, before, after }: Save,
  run: Run,
): Promise<JointSides> {
  const { mine, theirs } = choice;
  const rest = await uncontestedLinks(resource, choice, { data, before }, run);
  const own = changesTo(resource, mine, after);
  const their = changesTo(resource, theirs, { ...before, ...rest.after });
  const [ofMine, ofTheirs] = [referencesOf(own), referencesOf(their)];
  const { rowOf } = await resolve([ofMine, ofTheirs], run);
  const isMineLost = ofMine.findings.faults.length > 0;
  const [sentMine, sentTheirs] = [
    isMineLost ? undefined : dataOf(resource, own, rowOf, data),
    ofTheirs.findings.faults.length > 0 ? undefined : dataOf(resource, their, rowOf, rest.data),
  ];
  const attributes = Object.keys(mine).map((name) => resourceAttribute(resource, name));
  return {
    sides: Object.fromEntries(attributes.map((name) => [name, { mine: sentMine?.[name], theirs: sentTheirs?.[name] }])),
    isMineLost,
  };
}

/** A field that gets another value. */
interface FieldChange {
  attribute: string;
  field: Field;
  value: Json;
  /** All values of its side. */
  values: JsonObject;
  /** Of a list of records: whom it gains and loses. */
  difference: { added: Json[]; dropped: Json[] } | undefined;
  references(some: Json): Reference[];
}

/** What gives fields these values. @param from the values that they have */
function changesTo(resource: Resource, values: JsonObject, from: JsonObject): FieldChange[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const [field, former] = [resource.fields[name], from[name] ?? null];
    if (!field || isEqual(value, former)) return [];
    const lists = !field.nested && isIdList(value) && isIdList(former);
    const difference = lists ? { added: without(value, former), dropped: without(former, value) } : undefined;
    const references = (some: Json): Reference[] =>
      some === null ? [] : (field.references?.(some, name, values) ?? []);
    return [{ attribute: resourceAttribute(resource, name), field, value, values, difference, references }];
  });
}

/** What changes of fields refer to, with faults where that is gone. */
function referencesOf(changes: FieldChange[]): ReferenceSet {
  const references = changes.flatMap(({ value, difference, references }) =>
    references(difference ? [...difference.added, ...difference.dropped] : value),
  );
  return { references, claims: [], findings: parseContext().findings };
}

/** What a form sends to make these changes after `sent`. */
function dataOf(resource: Resource, changes: FieldChange[], rowOf: RowIdOf, sent: Data): Data {
  const data = { ...sent };
  for (const { attribute, field, value, values, difference, references } of changes) {
    if (difference) {
      const linksOf = (ids: Json[]) =>
        references(ids).map(({ kind, publicId }) => ({ id: rowOf(kind, publicId ?? 0) }));
      const { connect, disconnect } = linksIn(sent[attribute]);
      data[attribute] = {
        connect: [...connect, ...linksOf(difference.added)],
        disconnect: [...disconnect, ...linksOf(difference.dropped)],
      };
    } else {
      const into = draft();
      field.write(into, attribute, value, rowOf, values);
      Object.assign(data, formDataOf(modelOf(resource.uid), into));
    }
  }
  return data;
}

/**
 * What a form sends of lists of records without whom the choice is about, and what that leaves of them: where it moves others within a list, that
 * stays whoever's side one takes.
 */
async function uncontestedLinks(
  resource: Resource,
  { mine, theirs }: Choice,
  { data, before }: Pick<Save, 'data' | 'before'>,
  run: Run,
): Promise<{ data: Data; after: JsonObject }> {
  const rest: { data: Data; after: JsonObject } = { data: {}, after: {} };
  for (const [name, own] of Object.entries(mine)) {
    const [attribute, field] = [resourceAttribute(resource, name), resource.fields[name]];
    const [their = null, former = null] = [theirs[name], before[name]];
    const { connect, disconnect } = linksIn(data[attribute]);
    const [reference] = field?.nested ? [] : (field?.references?.([0], name, {}) ?? []);
    if (!reference || !isIdList(own) || !isIdList(their) || !isIdList(former)) continue;
    const ids = await readLinked(resourceByKind(reference.kind), [...connect, ...disconnect], run);
    const idsIn = (links: unknown[]) => links.flatMap((link) => ids.get(link) ?? []);
    const isIn = (list: number[], link: unknown) => list.includes(ids.get(link) ?? Number.NaN);
    const added = connect.filter((link) => isIn(own, link) && isIn(their, link));
    const removed = disconnect.filter((link) => ids.has(link) && !isIn(own, link) && !isIn(their, link));
    if (added.length + removed.length === 0) continue;
    rest.data[attribute] = { connect: added, disconnect: removed };
    rest.after[name] = [...without(former, idsIn([...added, ...removed])), ...idsIn(added)];
  }
  return rest;
}

const linksIn = (value: unknown): { connect: unknown[]; disconnect: unknown[] } => {
  const listIn = (name: string) => (isObject(value) && Array.isArray(value[name]) ? value[name] : []);
  return { connect: listIn('connect'), disconnect: listIn('disconnect') };
};

/** A draft as a form sends it: all of its rows are new ones. */
function formDataOf(model: Model, { values, links, rows }: Draft): Data {
  const rowsOf = (drafts: Draft[], name: string) =>
    drafts.map((each) => formDataOf(modelOf(model.attributes[name]?.target ?? ''), each));
  const linked = (ids: number[], name: string) =>
    ids.length === 0 && model.attributes[name]?.relation?.endsWith('ToOne')
      ? null
      : { connect: ids.map((id) => ({ id })), disconnect: [] };
  return { ...values, ...mapValues(links, linked), ...mapValues(rows, rowsOf) };
}
