import { isEqual, type Json, type JsonObject, pick } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import { resourceAttribute } from '../operations/write';
import type { Run } from '../store/database';
import { keepsAllRules } from './applied-rules';
import { type Choice, choicesIn } from './choices';
import { itemKey } from './contested-items';
import { jointSides } from './joint-sides';
import { listSides, type Sides } from './list-sides';
import { overwrittenFields, type RemovedItems, removedItems } from './merged-lists';
import { wholeFields } from './own-choices';
import { ownRecord, theirValues } from './own-record';
import { type SaveOfTwo, type WrittenSave, writtenSave } from './written-save';

/** What a save has overwritten, and the rules that it breaks only together with what others have written. */
export interface Conflicts {
  /** The fields that one is asked about. Without any, the form sends again what is merged. */
  fields: string[];
  /** Those between whose values one chooses at once. */
  groups: FieldGroup[];
  /** Their values where the others' changes stay, and where the editor's do. */
  theirs: JsonObject;
  mine: JsonObject;
  /** What one has removed from a list and the other has not, by the field. */
  removed: Record<string, RemovedFromList>;
  /** The lists that stay as a whole, whoever's one takes: no part of them keeps the rules. */
  whole: string[];
  /** The attributes whose sides say everything of their values, and not only what the editor has changed. */
  complete: string[];
  /** Those in JSON of which everything that nobody contests stays, whoever's side one takes. */
  byItem: string[];
  /** What the save can go on with, by attribute; of an attribute without a side, nothing is to be sent. */
  merged: Record<string, Sides>;
}

/** What one of two people has removed from a list. */
export interface RemovedFromList extends RemovedItems {
  /** Whether the other has changed each of them; else he may just have left it there. */
  isChanged: boolean;
}

/** Fields between whose values one chooses at once, because other combinations break a rule. */
export interface FieldGroup {
  fields: string[];
  /** Whether the editor's own values cannot stay, because they refer to records that are gone. */
  isMineLost: boolean;
}

/**
 * Finds out what the editor has to choose after a save was written.
 * @param stored the record as it is now
 * @returns undefined if it may stay so
 */
export async function findConflicts(save: SaveOfTwo, stored: JsonObject, run: Run): Promise<Conflicts | undefined> {
  const written = await writtenSave(save, stored, run);
  const { resource, theirs, after, data, nested, tables } = written;
  const overwritten = wholeFields(resource, overwrittenIn(written));
  const ifTheirs = { ...after, ...theirValues(written, overwritten) };
  const isBroken = !keepsAllRules(resource, after) || !keepsAllRules(resource, ifTheirs);
  const mine = isBroken ? await ownRecord(written, run) : after;
  const record = { ifMine: after, ifTheirs, mine, theirs };
  const { groups, restored } = choicesIn(resource, record, overwritten);
  // Without fields, the form sends again what is merged, and nobody is asked.
  if (groups.length === 0 && ![...nested.values()].some(({ hasRepeated }) => hasRepeated)) return undefined;
  const { values, sides, lost } = await restore(written, restored, run);
  const isAsked = (name: string) => !(name in values.mine) || !isEqual(values.mine[name], values.theirs[name]);
  const fields = wholeFields(resource, groups.flat().filter(isAsked));
  const ofRecords = fields.filter((name) => !(name in values.mine));
  const shownTheirs = { ...theirs, ...tableValues(written), ...values.theirs };
  const shownMine = { ...after, ...values.mine };
  return {
    fields,
    groups: groups
      .map((group) => ({ fields: group.filter(isAsked), isMineLost: group.some((name) => lost.includes(name)) }))
      .filter((group) => group.fields.length > 1 || group.isMineLost),
    theirs: pick(shownTheirs, fields),
    mine: pick(shownMine, fields),
    removed: removedOf(written, fields, { theirs: shownTheirs, mine: shownMine, restored: Object.keys(values.mine) }),
    whole: restored.flatMap((choice) => choice.whole).filter((name) => fields.includes(name)),
    complete: [
      ...tables.keys(),
      ...Object.keys(values.mine).filter((name) => resource.fields[name]?.nested ?? resource.fields[name]?.inJson),
    ].map((name) => resourceAttribute(resource, name)),
    byItem: [...tables.keys()]
      .filter((name) => !(name in values.mine))
      .map((name) => resourceAttribute(resource, name)),
    merged: {
      ...(await listSides(resource, { fields: ofRecords, data }, written, run)),
      ...mergedSides(written),
      ...sides,
    },
  };
}

/** The fields that both have changed, where the others' changes are not in what was written. */
function overwrittenIn({ changed, shown, theirs, written, nested, tables }: WrittenSave): string[] {
  const lists = new Map<string, object | undefined>([
    ...[...nested].map(([name, outcome]) => [name, outcome.theirs] as const),
    ...[...tables].map(([name, table]) => [name, table.isOfBoth ? table.theirs : undefined] as const),
  ]);
  return overwrittenFields(changed, { shown, theirs, after: written }, lists);
}

/** What to send of fields whose merged values break a rule, with the names of those whose own values are lost. */
async function restore(written: WrittenSave, restored: Choice[], run: Run) {
  const { resource, theirs, after, data } = written;
  const values: Choice = { mine: {}, theirs: {} };
  const sides: Conflicts['merged'] = {};
  const lost: string[] = [];
  const sent = { ...data, ...mapValues(mergedSides(written), ({ mine }) => mine) };
  for (const choice of restored) {
    const joint = await jointSides(resource, choice, { data: sent, before: theirs, after }, run);
    Object.assign(sides, joint.sides);
    Object.assign(values.mine, choice.mine);
    Object.assign(values.theirs, choice.theirs);
    if (joint.isMineLost) lost.push(...Object.keys(choice.mine));
  }
  return { values, sides, lost };
}

const tableValues = ({ tables }: WrittenSave): JsonObject =>
  Object.fromEntries([...tables].map(([name, { theirs }]) => [name, theirs]));

/** What a save can go on with of the lists that were merged item by item. */
const mergedSides = ({ resource, nested, tables }: WrittenSave): Conflicts['merged'] =>
  Object.fromEntries([
    ...[...nested].map(([name, { mine, theirs = mine }]) => [resourceAttribute(resource, name), { mine, theirs }]),
    ...[...tables].map(([name, { mine, theirs }]) => [resourceAttribute(resource, name), { mine, theirs }]),
  ]);

function removedOf(
  { resource, shown, nested }: WrittenSave,
  fields: string[],
  { theirs, mine, restored }: Choice & { restored: string[] },
): Conflicts['removed'] {
  const removed = fields.flatMap((name): [string, RemovedFromList][] => {
    const [field, rows] = [resource.fields[name], nested.get(name)];
    if (rows && !restored.includes(name)) return [[name, { ...rows.removed, isChanged: true }]];
    const lists = [shown[name], theirs[name], mine[name]];
    // Of other nested rows, nobody knows which are gone and which are changed.
    if (!field || field.nested || !lists.every(Array.isArray)) return [];
    const items = removedItems(...(lists as [Json[], Json[], Json[]]), (item) => itemKey(field, item));
    return [[name, { ...items, isChanged: false }]];
  });
  return Object.fromEntries(removed.filter(([, { byOthers, byEditor }]) => byOthers.length + byEditor.length > 0));
}
