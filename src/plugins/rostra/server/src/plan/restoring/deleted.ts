import { mapInSlices } from '../../../../../../common/concurrency/time-slices';
import { isEqual, type Json, type JsonObject } from '../../../../../../common/json';
import { entryOf, groupBy, slicesOf } from '../../../../../../common/maps';
import { attributeOf } from '../../fields/field';
import type { Reference } from '../../fields/parse-context';
import { allResources, referrersOf, resourceByName } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { removalsOf, revisionsOfChange } from '../../store/history/past';
import { keyOf, referencesIn } from '../references';
import type { Draft, Drafts } from './drafts';
import { putBack, takenOut } from './places';
import type { ConflictChoice } from './walk';

/** Records that return, by the change that deleted them: each as `kind id`, with whether its places in others have returned. */
export type Returning = Map<number, Map<string, boolean>>;

/** How many records one statement reads. */
const CHUNK = 500;

/**
 * Brings deleted records back as they were, with the records that their deletion deleted, too. `returning` notes them. Records
 * that exist, or never did, are left alone.
 */
export async function bringBack(
  drafts: Drafts,
  returning: Returning,
  resource: Resource,
  publicIds: number[],
  run: Run,
): Promise<void> {
  const removals = await removalsOf(resource.name, publicIds, run);
  for (const [change, some] of groupBy(removals.keys(), (publicId) => removals.get(publicId)?.by.change ?? 0)) {
    for (const part of slicesOf(some, CHUNK))
      for (const draft of await drafts.open(resource, part, change)) {
        const [removal] = draft.past.revisions;
        if (draft.past.state !== null || removal?.action !== 'remove' || removal.fields === null) continue;
        const names = entryOf(returning, change, () => new Map());
        if (names.has(`${resource.kind} ${draft.past.publicId}`)) continue;
        draft.wanted ??= removal.fields;
        names.set(`${resource.kind} ${draft.past.publicId}`, false);
      }
    await bringDependents(drafts, returning, { resource, publicIds: some, change }, run);
  }
}

/** Brings back what a deletion deleted because it belonged to one of these records. */
async function bringDependents(
  drafts: Drafts,
  returning: Returning,
  { resource, publicIds, change }: { resource: Resource; publicIds: number[]; change: number },
  run: Run,
): Promise<void> {
  const dependents = referrersOf(resource.kind).filter(({ onDelete }) => onDelete === 'cascade');
  const names = [...new Set(dependents.map((each) => each.resource.name))];
  if (names.length === 0) return;
  const owners = new Set(publicIds);
  const belongs = (child: Resource, fields: JsonObject) =>
    referencesIn(child, fields, Object.keys(fields)).some(
      ({ kind, publicId = -1 }) => kind === resource.kind && owners.has(publicId),
    );
  const removed = await revisionsOfChange(change, names, 'remove', run);
  for (const [name, some] of groupBy(removed, (each) => each.resource)) {
    const child = resourceByName(name);
    const found = some.filter(({ fields }) => fields && belongs(child, fields)).map(({ publicId }) => publicId);
    const fresh = found.filter((publicId) => !returning.get(change)?.has(`${child.kind} ${publicId}`));
    if (fresh.length > 0) await bringBack(drafts, returning, child, fresh, run);
  }
}

/** Gives returning records the places in other records that their deletion cleared, each once. */
export async function returnPlaces(
  drafts: Drafts,
  returning: Returning,
  choice: ConflictChoice,
  run: Run,
): Promise<void> {
  for (const [change, all] of returning) {
    const names = new Set([...all.keys()].filter((name) => !all.get(name)));
    if (names.size === 0) continue;
    for (const name of names) all.set(name, true);
    const kinds = new Set([...names].map((each) => each.split(' ')[0] ?? ''));
    const referring = allResources().filter((resource) => !resource.hasPrivateHistory && refersToAny(resource, kinds));
    const changed = await revisionsOfChange(
      change,
      referring.map(({ name }) => name),
      'change',
      run,
    );
    for (const [name, revisions] of groupBy(changed, (each) => each.resource)) {
      const resource = resourceByName(name);
      const lost = (await mapInSlices(revisions, (each) => lossOf(resource, each, names))).flat();
      for (const some of slicesOf(lost, CHUNK)) {
        const publicIds = some.map(({ publicId }) => publicId);
        const opened = new Map(
          (await drafts.open(resource, publicIds, change)).map((each) => [each.past.publicId, each]),
        );
        const references = await mapInSlices(some, ({ before, after, fields }) =>
          fields.flatMap((name) => takenReferences(resource, { before, after }, name)),
        );
        const isGone = await drafts.findGone(references.flat());
        await mapInSlices(some, (loss) => {
          const draft = opened.get(loss.publicId);
          if (draft?.wanted) refill(draft, loss, { change, names, choice, isGone });
        });
      }
    }
  }
}

const refersToAny = ({ fields }: Resource, kinds: Set<string>): boolean =>
  Object.entries(fields).some(([name, field]) =>
    (field.referencePaths?.(attributeOf(name, field), name) ?? []).some(({ kind }) => kinds.has(kind)),
  );

/** The values of a revision's fields before or after it, without erased ones. */
const side = (fields: JsonObject, index: 0 | 1): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, values]) =>
      Array.isArray(values) ? [[name, values[index] ?? null] as const] : [],
    ),
  );

/** What a change took from a record: the values of its fields before and after it, and the fields that lost a reference. */
interface Loss {
  publicId: number;
  before: JsonObject;
  after: JsonObject;
  fields: string[];
}

/** What a revision took of references to some records; empty if nothing. */
function lossOf(
  resource: Resource,
  { publicId, fields }: { publicId: number; fields: JsonObject | null },
  names: Set<string>,
): Loss[] {
  if (!fields) return [];
  const [before, after] = [side(fields, 0), side(fields, 1)];
  const lost = Object.keys(fields).filter((name) => {
    const gone = takenReferences(resource, { before, after }, name)
      .map(keyOf)
      .filter((key) => names.has(key));
    if (gone.length === 0) return false;
    // What a list of identifiers no longer has, it does not refer to in another item.
    if (isListOfIdentifiers(after[name] ?? null)) return true;
    const kept = new Set(referencesIn(resource, after, [name]).map(keyOf));
    return gone.some((key) => !kept.has(key));
  });
  return lost.length > 0 ? [{ publicId, before, after, fields: lost }] : [];
}

const isListOfIdentifiers = (value: Json): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

/** The references in what a change took out of a field. Those in the rest of a list would be most of what there is to look at. */
export function takenReferences(
  resource: Resource,
  { before, after }: { before: JsonObject; after: JsonObject },
  name: string,
): Reference[] {
  return referencesIn(resource, { ...before, [name]: takenOut(before[name] ?? null, after[name] ?? null) }, [name]);
}

interface RefillOptions {
  change: number;
  names: Set<string>;
  choice: ConflictChoice;
  isGone(reference: Reference): boolean;
}

function refill(draft: Draft, { before, after, fields }: Loss, { change, names, choice, isGone }: RefillOptions): void {
  const { resource, past } = draft;
  for (const name of fields) {
    const isBack = (item: Json) => {
      const references = referencesIn(resource, { ...before, [name]: [item] }, [name]);
      return references.some((each) => names.has(keyOf(each))) && !references.some(isGone);
    };
    const today = draft.wanted?.[name] ?? null;
    const [old, cleared] = [before[name] ?? null, after[name] ?? null];
    const value = putBack(today, old, cleared, isBack);
    if (value !== undefined) draft.places[name] = value;
    if (value !== undefined || choice === 'overwrite') draft.wanted = { ...draft.wanted, [name]: value ?? old };
    else if (!isEqual(today, old)) {
      const by =
        past.revisions.find((each) => each.change > change && name in (each.fields ?? {})) ?? past.revisions[0];
      const isKnown = draft.conflicts.some(({ path }) => path === name);
      if (by && choice === 'refuse' && !isKnown)
        draft.conflicts.push({ resource: resource.name, publicId: past.publicId, path: name, kind: 'changed', by });
    }
  }
}
