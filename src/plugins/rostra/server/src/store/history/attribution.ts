import type { Json } from '../../../../../../common/json';
import { entryOf } from '../../../../../../common/maps';
import type { EditFacts } from './counted-changes';
import { type Note, OF_SOURCE, WHOLE } from './given';

/** What a change did to a record. */
export interface Revision {
  number: number;
  change: number;
  /** `found`: the record was there when history began; the change is none. */
  action: 'create' | 'change' | 'remove' | 'found';
  /** `other`: an import of another source. */
  role: 'import' | 'other' | 'undo' | 'redo' | 'hand';
  /** The import that is undone, or done again. */
  import: number | null;
  /** Whether an import is undone for this record as a whole. */
  isUndone: boolean;
  /** The changed fields; of a restored record those that differ from what it was when it was deleted. */
  names: string[] | null;
  /** Of imports, undos and redos, if there is one of the latter: fingerprints of the changed fields before and after. */
  prints: Record<string, [string, string]> | null;
  /** The change that had deleted a restored record. */
  removal: number | null;
  /** Whether the record was there when history began. */
  wasFound: boolean;
  facts: EditFacts;
}

/** Where a value stands in history: in the pair of a change, or as the whole field of a created or removed record; or it is known. */
export type Place = { change: number; side: 'before' | 'after' | 'whole' } | { value: Json };

/** Whose the value of a field is: what the last import of the source said, and who has changed that since. */
export interface Attribution {
  base: Place;
  by: EditFacts | undefined;
  /** What that import has written instead, because other records of it said so; `by` is this import until somebody else changes it. */
  written?: Place;
}

/** Whose the values of a record are. */
export interface RecordAttribution {
  wasImported: boolean;
  /** Whether an import of the source has had the record. */
  isKnown: boolean;
  fields: Map<string, Attribution>;
}

/**
 * Tells whose the values of records are, by public id. An import of a source says a value, whoever else writes it edits it, also an import of
 * another source; but until the first import of the source that has the record, what other imports say counts as if it said so. An undo gives back whose the
 * value was before the import, a redo whose it was before the undo; with that, what either overwrote is gone. Where they leave something
 * else than was there then, because an edit stays in it, it is that edit.
 */
export function attributionsOf(revisions: Revision[], notes: Note[], source = ''): Map<number, RecordAttribution> {
  const walks = new Map<number, Walk>();
  const walkOf = (number: number) =>
    entryOf(walks, number, () => ({
      ...{ isUnnamed: source === '', wasImported: false, isKnown: false },
      ...{ fields: new Map(), found: new Map(), reversals: new Map() },
    }));
  for (const event of [...revisions, ...notes].sort((a, b) => a.change - b.change || rankOf(a) - rankOf(b)))
    if ('given' in event) addNote(walkOf(event.number), event);
    else addRevision(walkOf(event.number), event);
  return new Map(
    [...walks].map(([number, { wasImported, isKnown, fields }]) => [
      number,
      { wasImported, isKnown, fields: last(fields) },
    ]),
  );
}

/** Whose a value is from a change on; nobody's if nothing is known of it. */
interface Step {
  change: number;
  known: Attribution | undefined;
  /** The import of the source that has written the value, if it changed the record. */
  import?: EditFacts;
}

interface Walk {
  /** Whether the source is the one without a name: what was there when history began is of that one. */
  isUnnamed: boolean;
  wasImported: boolean;
  isKnown: boolean;
  fields: Map<string, Step[]>;
  /** What fields were before the first import that is undone, where nobody had changed them. */
  found: Map<string, Place>;
  /** By import: itself, and what has undone it since, as far as that is not done again. */
  reversals: Map<number, Revision[]>;
}

/** An import notes what it said after it has written. */
const rankOf = (event: Revision | Note): number => ('given' in event ? 1 : 0);

function addRevision(walk: Walk, revision: Revision): void {
  const { action, change, names, role, removal, isUndone, wasFound, facts } = revision;
  if (role === 'undo' || role === 'redo') return void addReversal(walk, revision);
  const isImport = role === 'import' || role === 'other';
  if (isImport) walk.reversals.set(change, [revision]);
  if (wasFound) Object.assign(walk, { wasImported: true, isKnown: walk.isKnown || walk.isUnnamed });
  if (isUndone) return void noteFound(walk, revision);
  if (action === 'create' && removal === null) forget(walk, wasFound);
  // What was changed before the first import is what that found.
  if (isImport && !walk.wasImported && action === 'change') forget(walk);
  if (isImport) walk.wasImported = true;
  if (role === 'import') walk.isKnown = true;
  if (action === 'remove' || action === 'found') return;
  const saysIt = role === 'import' || (role === 'other' && !walk.isKnown);
  for (const name of names ?? []) {
    const former: Place = { change: removal ?? change, side: removal === null ? 'before' : 'whole' };
    const known = saysIt
      ? { base: { change, side: 'after' as const }, by: undefined }
      : { ...latest(walk, name), base: latest(walk, name)?.base ?? walk.found.get(name) ?? former, by: facts };
    add(walk, name, { change, known, ...(saysIt && action === 'change' && { import: facts }) });
  }
}

/** An import that is undone says nothing, but what it found is what people change if they take it back themselves. */
function noteFound({ fields, found }: Walk, { change, names }: Revision): void {
  for (const name of names ?? [])
    if (!fields.has(name) && !found.has(name)) found.set(name, { change, side: 'before' });
}

/** Begins anew: what was before concerns nobody. */
function forget(walk: Walk, wasImported = walk.wasImported): void {
  const isKnown = wasImported && walk.isKnown;
  Object.assign(walk, { wasImported, isKnown, fields: new Map(), found: new Map() });
}

/** Where it deletes or creates the record, the values are as they were; those that it changed with that, too, are taken back. */
function addReversal(walk: Walk, revision: Revision): void {
  const { role, action, change, names, prints, import: number } = revision;
  const [first, ...undos] = walk.reversals.get(number ?? 0) ?? [];
  const taken = role === 'undo' ? (first ? [first] : []) : undos;
  const changed = action === 'change' ? names : taken.flatMap((each) => Object.keys(each.prints ?? {}));
  for (const name of action === 'remove' ? [] : new Set(changed)) {
    const candidates = taken.filter((each) => each.prints?.[name]);
    const exact =
      action === 'create' ? candidates[0] : candidates.find((each) => each.prints?.[name]?.[0] === prints?.[name]?.[1]);
    const known = exact
      ? before(walk, name, exact.change)
      : leftOver(walk, name, { change, taken: candidates[0]?.change });
    add(walk, name, { change, known });
  }
  if (!first) return;
  const left = role === 'undo' ? [...undos, revision] : action === 'change' ? undos.map(without(names ?? [])) : [];
  walk.reversals.set(first.change, [first, ...left]);
}

/** An undo as far as it concerns other fields: a redo that keeps an edit does the others again. */
const without =
  (names: string[]) =>
  (undo: Revision): Revision => ({
    ...undo,
    prints: undo.prints && Object.fromEntries(Object.entries(undo.prints).filter(([name]) => !names.includes(name))),
  });

/** Whose a value is that was not taken back as a whole, or is a side effect: that of the edit in it, if there is one. */
function leftOver(
  walk: Walk,
  name: string,
  { change, taken }: { change: number; taken: number | undefined },
): Attribution {
  const [now, former] = [latest(walk, name), taken === undefined ? undefined : before(walk, name, taken)];
  const by = now?.by ?? former?.by;
  if (!by) return { base: { change, side: 'after' }, by };
  const base = taken === undefined ? now?.base : former?.base;
  return { base: base ?? { change: taken ?? change, side: 'before' }, by };
}

function addNote(walk: Walk, { field, given, change, isOfSource }: Note): void {
  if (walk.isKnown && !isOfSource) return;
  if (!walk.wasImported) forget(walk);
  Object.assign(walk, { wasImported: true, isKnown: isOfSource });
  if (field === WHOLE || field.startsWith(OF_SOURCE)) return;
  // Where the import has written something else than it says, an edit from before it is still in that.
  const by = latest(walk, field)?.by ?? before(walk, field, change)?.by;
  const own = walk.fields.get(field)?.at(-1);
  const isInstead = !by && own?.import && own.change === change;
  const { written } = latest(walk, field) ?? {};
  const known: Attribution = isInstead
    ? { base: { value: given }, by: own.import, written: { change, side: 'after' } }
    : { base: { value: given }, by, ...(written && { written }) };
  add(walk, field, { change, known });
}

const add = ({ fields }: Walk, name: string, step: Step): void => {
  entryOf(fields, name, () => []).push(step);
};

const latest = ({ fields }: Walk, name: string): Attribution | undefined => fields.get(name)?.at(-1)?.known;

/** Whose a value was before a change. */
const before = ({ fields }: Walk, name: string, change: number): Attribution | undefined =>
  fields.get(name)?.findLast((step) => step.change < change)?.known;

/** What is known of each field last. */
const last = (fields: Walk['fields']): Map<string, Attribution> =>
  new Map(
    [...fields].flatMap(([name, steps]) => {
      const known = steps.at(-1)?.known;
      return known ? [[name, known] as const] : [];
    }),
  );
