import { isObject } from '../../../../../../common/json';
import { entryOf as keptIn } from '../../../../../../common/maps';
import { normalise } from '../../../../../../common/text/normalise';
import type { Entry } from '../../resource/named-by';
import { resource } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { storedEntries } from '../../store/record-names';
import { type MarkOf, marksOf, numberIn, partOf } from './entry';

/** What records are called: those that are stored, as they are asked for, and those that an import brings. */
export interface Names {
  /**
   * Takes in a record of the import, as a body would give it, under its identifier or a negative number that stands for
   * the one that it will get. Of a record that is known, the fields that it has take the place of what is stored. Children
   * in it that have an `id` are taken in, too.
   */
  add(kind: string, number: number, value: unknown): void;
  /** Reads what is stored of some kinds, and of those that tell their namesakes apart, unless that has been done. */
  load(kinds: Iterable<string>): Promise<void>;
  /** What the records of a kind are called, once it has been loaded. */
  of(kind: string): NamesOf;
  /** The way in which a new name of a kind was written first: there shall not be two records of it. */
  spelling(kind: string, name: string): string;
}

/** What the records of one resource are called. */
export interface NamesOf {
  of: Resource;
  within: MarkOf[];
  apart: MarkOf[];
  entries: Map<number, Entry>;
  /** The records by their normalised names. */
  byName: Map<string, Set<Entry>>;
  /** What has been told of names that no record has: one and the same stands in a file again and again. */
  unknown: Map<string, string>;
}

/** Opens the names of what is stored; nothing is read yet. Each kind is read once, with one statement. */
export const openNames = (run: Run): Names => namesFrom((of) => storedEntries(of, run));

/** The same, from any source of entries. */
export function namesFrom(read: (of: Resource) => Promise<Entry[]>): Names {
  const loaded = new Map<string, NamesOf>();
  const waiting = new Map<string, Entry[]>();
  const spellings = new Map<string, string>();

  const load = async (kinds: Iterable<string>): Promise<void> => {
    for (const kind of kinds) {
      if (loaded.has(kind)) continue;
      const names = namesOf(resource(kind));
      loaded.set(kind, names);
      if (names.of.names.fields.length > 0) for (const entry of await read(names.of)) put(names, entry);
      for (const entry of waiting.get(kind) ?? []) put(names, entry);
      waiting.delete(kind);
      await load([...names.within, ...names.apart].flatMap((mark) => mark.kind ?? []));
    }
  };

  const add = (kind: string, number: number, value: unknown): void => {
    if (!isObject(value)) return;
    const of = resource(kind);
    for (const [child, childNumber, row] of childrenIn(of, number, value)) add(child, childNumber, row);
    if (of.names.fields.length === 0) return;
    const entry = { number, ...partOf(of, value) };
    const known = loaded.get(kind);
    if (known) put(known, entry);
    else keptIn(waiting, kind, () => []).push(entry);
  };

  return {
    add,
    load,
    of: (kind) => {
      const names = loaded.get(kind);
      if (!names) throw new Error(`the names of ${kind} have not been loaded`);
      return names;
    },
    spelling: (kind, name) => keptIn(spellings, `${kind} ${normalise(name)}`, () => name),
  };
}

const namesOf = (of: Resource): NamesOf => ({
  of,
  within: marksOf(of, of.names.within),
  apart: marksOf(of, of.names.apart),
  entries: new Map(),
  byName: new Map(),
  unknown: new Map(),
});

/** Puts an entry in its places; what it does not tell stays as it was known. */
function put({ entries, byName, unknown }: NamesOf, { number, names, marks }: Entry): void {
  unknown.clear();
  const known = entries.get(number);
  for (const name of Object.values(known?.names ?? {})) byName.get(normalise(name))?.delete(known as Entry);
  const entry = { number, names: { ...known?.names, ...names }, marks: { ...known?.marks, ...marks } };
  entries.set(number, entry);
  for (const name of Object.values(entry.names)) {
    const key = normalise(name);
    if (key !== '') keptIn(byName, key, () => new Set<Entry>()).add(entry);
  }
}

/** The children in a record that have identifiers, with the reference to their parent: `[kind, identifier, child]`. */
function childrenIn(
  of: Resource,
  number: number,
  value: Record<string, unknown>,
): [string, number, Record<string, unknown>][] {
  return Object.entries(of.fields).flatMap(([name, { children }]) => {
    const rows = value[name];
    if (!children || !Array.isArray(rows)) return [];
    return rows.flatMap((row: unknown): [string, number, Record<string, unknown>][] => {
      const id = isObject(row) ? numberIn(row.id) : undefined;
      return isObject(row) && id ? [[children.kind, id, { ...row, [children.parent]: number }]] : [];
    });
  });
}
