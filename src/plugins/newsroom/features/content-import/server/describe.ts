import { groupBy } from '../../../../../common/maps';
import { panels } from '../../../../../panels';
import { attributeOf } from '../../../../rostra/server/src/fields/field';
import { canMatch } from '../../../../rostra/server/src/import/names/match';
import type { Change, PlanEdit } from '../../../../rostra/server/src/plan/types';
import { resourceByKind, resourceByName } from '../../../../rostra/server/src/resource/registry';
import type { Resource } from '../../../../rostra/server/src/resource/resource';
import { app } from '../../../../rostra/server/src/store/strapi';
import type { EditDescription, FieldChange, RecordChange, ReferencedRecord } from '../shared/changes';
import type { ImportableResource } from '../shared/content-import';
import { excerptOf } from '../shared/excerpt';
import type { May } from './permissions';

interface RecordTitle {
  title: string | null;
  documentId: string;
}

/** Describes a resource for the page. */
export const describeResource = (resource: Resource): ImportableResource => ({
  name: resource.name,
  uid: resource.uid,
  fields: Object.entries(resource.fields).map(([name, field]) => ({
    name,
    attribute: attributeOf(name, field),
    canMatch: canMatch(resource, [name]),
  })),
});

/** Describes changes of one resource for people: records by their titles, long texts by the part that differs. */
export async function describeChanges(resource: Resource, changes: Change[], may: May): Promise<RecordChange[]> {
  const own = await readTitles(
    resource,
    changes.map(({ number }) => number),
    may,
  );
  const titles = new Map<string, Map<number, RecordTitle>>();
  for (const [kind, publicIds] of referencesIn(resource, changes))
    titles.set(kind, await readTitles(resourceByKind(kind), [...publicIds], may));
  return changes.map(({ number, from, to, action, file, record, line }) => ({
    number,
    title: own.get(number)?.title ?? newTitle(resource, to),
    documentId: own.get(number)?.documentId ?? null,
    file,
    record,
    ...(line === undefined ? {} : { line }),
    fields: Object.keys(to)
      .filter((name) => name !== resource.key.name && !(action === 'create' && isEmpty(to[name])))
      .map((name) => describeField(resource, name, from[name] ?? null, to[name] ?? null, titles)),
  }));
}

/** Describes for people what they have done since the last import, in the same order. Values only to those who may read the records. */
export async function describeEdits(edits: PlanEdit[], may: May): Promise<EditDescription[]> {
  const described = new Map<PlanEdit, EditDescription>();
  for (const [name, some] of groupBy(edits, (each) => each.resource)) {
    const resource = resourceByName(name);
    const changes = some.map((edit): Change => {
      const [from, to] = edit.path
        ? [{ [edit.path]: edit.stored ?? null }, { [edit.path]: edit.given ?? null }]
        : [{}, {}];
      return { ...edit, action: 'change', before: null, from, to };
    });
    const rows = await describeChanges(resource, changes, may);
    for (const [index, edit] of some.entries()) {
      const { fields, ...record } = rows[index] as RecordChange;
      const { kind, isTaken, by } = edit;
      const actor = by && { name: typeof by.actor.name === 'string' ? by.actor.name : null, at: by.at };
      const change = may('read', resource) ? (fields[0] ?? null) : null;
      described.set(edit, { ...record, resource: name, kind, isTaken, change, by: actor ?? null });
    }
  }
  return edits.flatMap((edit) => described.get(edit) ?? []);
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Longer values are truncated, in UTF-16 units. */
const MAX_LENGTH = 1_000;

function describeField(
  resource: Resource,
  name: string,
  before: unknown,
  after: unknown,
  titles: Map<string, Map<number, RecordTitle>>,
): FieldChange {
  const kind = referencedKind(resource, name);
  if (kind) {
    const [old, current] = [publicIdsIn(before), publicIdsIn(after)];
    const withTitle = (publicId: number): ReferencedRecord => ({
      number: publicId,
      title: titles.get(kind)?.get(publicId)?.title ?? null,
    });
    const [removed, added] = [
      old.filter((each) => !current.includes(each)),
      current.filter((each) => !old.includes(each)),
    ];
    // If only the order differs, all records are shown.
    const isOrder = removed.length + added.length === 0;
    return isOrder
      ? { name, kind: 'records', removed: old.map(withTitle), added: current.map(withTitle), kept: 0 }
      : {
          name,
          kind: 'records',
          removed: removed.map(withTitle),
          added: added.map(withTitle),
          kept: old.length - removed.length,
        };
  }
  const isText = (value: unknown) => value === null || typeof value === 'string';
  const fieldKind = resource.fields[name]?.kind ?? '';
  if (fieldKind === 'text' && isText(before) && isText(after))
    return { name, kind: 'text', text: excerptOf((before as string) ?? '', (after as string) ?? '') };
  const isTime = fieldKind === 'epochMs' || fieldKind === 'utcText';
  return { name, kind: 'value', before: truncate(before), after: truncate(after), isTime };
}

function truncate(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text !== undefined && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : value;
}

/** The kind of the records that a field refers to directly, not through rows of its own. */
function referencedKind(resource: Resource, name: string): string | undefined {
  const field = resource.fields[name];
  if (!field) return undefined;
  const [first, ...others] = field.referencePaths?.(attributeOf(name, field), name) ?? [];
  return first && others.length === 0 && first.attributes.length === 1 && !field.children ? first.kind : undefined;
}

const publicIdsIn = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is number => typeof each === 'number');

function referencesIn(resource: Resource, changes: Change[]): Map<string, Set<number>> {
  const references = new Map<string, Set<number>>();
  for (const { from, to } of changes) {
    for (const name of Object.keys(to)) {
      const kind = referencedKind(resource, name);
      if (!kind) continue;
      const publicIds = references.get(kind) ?? new Set();
      references.set(kind, publicIds);
      for (const publicId of [...publicIdsIn(from[name]), ...publicIdsIn(to[name])]) publicIds.add(publicId);
    }
  }
  return references;
}

const mainOf = (uid: string): string | undefined => panels.find((panel) => panel.uid === uid)?.main;

/** Titles a record that is not stored yet: by its main field, or else by its first text. */
function newTitle(resource: Resource, record: Record<string, unknown>): string | null {
  const texts = Object.keys(resource.fields).filter((name) => resource.fields[name]?.kind === 'text');
  const values = [mainOf(resource.uid) ?? '', ...texts].map((name) => record[name]);
  return values.find((value): value is string => typeof value === 'string' && value !== '') ?? null;
}

async function readTitles(resource: Resource, publicIds: number[], may: May): Promise<Map<number, RecordTitle>> {
  const main = mainOf(resource.uid);
  const stored = publicIds.filter((publicId) => publicId >= 0);
  if (!main || stored.length === 0 || !may('read', resource)) return new Map();
  const { attribute } = resource.key;
  const rows: Record<string, unknown>[] = await app()
    .db.query(resource.uid)
    .findMany({ where: { [attribute]: { $in: stored } }, select: ['documentId', attribute, main] });
  return new Map(
    rows.map((row) => [
      row[attribute] as number,
      { title: row[main] == null ? null : String(row[main]), documentId: row.documentId as string },
    ]),
  );
}
