import { isObject } from '../../../../../../common/json';
import { entryOf as getOrAdd } from '../../../../../../common/maps';
import { normalise } from '../../../../../../common/text/normalise';
import type { NamedRecord } from '../../resource/name-fields';
import { resourceByKind } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { readNames } from '../../store/record-names';
import { numberIn, partialNamedRecord, type Qualifier, qualifiersOf } from './named-record';

/** The names of records: of stored ones, loaded on demand, and of those that an import contains. */
export interface Names {
  /**
   * Adds the names of a record of the import, not yet parsed, under its public or provisional id. Fields that it has replace
   * stored ones. Also adds the names of its children that have an `id`.
   */
  add(kind: string, publicId: number, value: unknown): void;
  /** Loads the stored names of some kinds, and of the kinds that distinguish their namesakes. Loads each kind once. */
  load(kinds: Iterable<string>): Promise<void>;
  /** The names of the records of a loaded kind. */
  forKind(kind: string): ResourceNames;
  /** The first spelling of a new name, so that different spellings do not create two records. */
  spelling(kind: string, name: string): string;
}

/** The names of the records of one resource. */
export interface ResourceNames {
  resource: Resource;
  scope: Qualifier[];
  tieBreakers: Qualifier[];
  records: Map<number, NamedRecord>;
  /** The records by their normalised names. */
  byName: Map<string, Set<NamedRecord>>;
  /** Messages about unknown names, cached: the same name often occurs many times in a file. */
  unknown: Map<string, string>;
}

/** Prepares to look up stored names. Reads nothing yet; each kind is read once, in one statement. */
export const openNames = (run: Run): Names => namesFrom((resource) => readNames(resource, run));

/** Like `openNames`, for any source of records. */
export function namesFrom(read: (resource: Resource) => Promise<NamedRecord[]>): Names {
  const loaded = new Map<string, ResourceNames>();
  const pending = new Map<string, NamedRecord[]>();
  const spellings = new Map<string, string>();

  const load = async (kinds: Iterable<string>): Promise<void> => {
    for (const kind of kinds) {
      if (loaded.has(kind)) continue;
      const names = newResourceNames(resourceByKind(kind));
      loaded.set(kind, names);
      if (names.resource.names.fields.length > 0) for (const record of await read(names.resource)) put(names, record);
      for (const record of pending.get(kind) ?? []) put(names, record);
      pending.delete(kind);
      await load([...names.scope, ...names.tieBreakers].flatMap((qualifier) => qualifier.kind ?? []));
    }
  };

  const add = (kind: string, publicId: number, value: unknown): void => {
    if (!isObject(value)) return;
    const resource = resourceByKind(kind);
    for (const [child, childId, row] of childrenIn(resource, publicId, value)) add(child, childId, row);
    if (resource.names.fields.length === 0) return;
    const record = { publicId, ...partialNamedRecord(resource, value) };
    const known = loaded.get(kind);
    if (known) put(known, record);
    else getOrAdd(pending, kind, () => []).push(record);
  };

  return {
    add,
    load,
    forKind: (kind) => {
      const names = loaded.get(kind);
      if (!names) throw new Error(`the names of ${kind} have not been loaded`);
      return names;
    },
    spelling: (kind, name) => getOrAdd(spellings, `${kind} ${normalise(name)}`, () => name),
  };
}

const newResourceNames = (resource: Resource): ResourceNames => ({
  resource,
  scope: qualifiersOf(resource, resource.names.scope),
  tieBreakers: qualifiersOf(resource, resource.names.tieBreakers),
  records: new Map(),
  byName: new Map(),
  unknown: new Map(),
});

/** Adds a record; names and qualifiers that it does not have stay as they were. */
function put({ records, byName, unknown }: ResourceNames, { publicId, names, qualifiers }: NamedRecord): void {
  unknown.clear();
  const known = records.get(publicId);
  for (const name of Object.values(known?.names ?? {})) byName.get(normalise(name))?.delete(known as NamedRecord);
  const record = {
    publicId,
    names: { ...known?.names, ...names },
    qualifiers: { ...known?.qualifiers, ...qualifiers },
  };
  records.set(publicId, record);
  for (const name of Object.values(record.names)) {
    const key = normalise(name);
    if (key !== '') getOrAdd(byName, key, () => new Set<NamedRecord>()).add(record);
  }
}

/** The children in a record that have ids, with a reference to their parent: `[kind, public id, child]`. */
function childrenIn(
  resource: Resource,
  publicId: number,
  value: Record<string, unknown>,
): [string, number, Record<string, unknown>][] {
  return Object.entries(resource.fields).flatMap(([name, { children }]) => {
    const rows = value[name];
    if (!children || !Array.isArray(rows)) return [];
    return rows.flatMap((row: unknown): [string, number, Record<string, unknown>][] => {
      const id = isObject(row) ? numberIn(row.id) : undefined;
      return isObject(row) && id ? [[children.kind, id, { ...row, [children.parent]: publicId }]] : [];
    });
  });
}
