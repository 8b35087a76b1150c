import { isEqual, type Json, type JsonObject, pick } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import { resourceAttribute } from '../operations/write';
import type { Run } from '../store/database';
import { type Choice, choicesIn, keepsAllRules } from './choices';
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
  removed: Record<string, RemovedItems>;
  /** What the save can go on with, by attribute; of an attribute without a side, nothing is to be sent. */
  merged: Record<string, Sides>;
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
  const { resource, theirs, after, data, nested } = written;
  const overwritten = wholeFields(resource, overwrittenIn(written));
  const ifTheirs = { ...after, ...theirValues(written, overwritten) };
  const isBroken = !keepsAllRules(resource, after) || !keepsAllRules(resource, ifTheirs);
  const mine = isBroken ? await ownRecord(written, run) : after;
  const record = { ifMine: after, ifTheirs, mine, theirs };
  const { groups, restored } = choicesIn(resource, record, overwritten);
  // Without fields, the form sends again what is merged, and nobody is asked.
  if (groups.length === 0 && ![...nested.values()].some(({ outcome }) => outcome.hasRepeated)) return undefined;
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
    removed: removedOf(written, fields, { theirs: shownTheirs, mine: shownMine }),
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
    ...[...nested].map(([name, { outcome }]) => [name, outcome.theirs] as const),
    ...[...tables].map(([name, table]) => [name, table.isOfBoth ? table.theirs : undefined] as const),
  ]);
  const broken = [...nested].filter(([, { isBroken }]) => isBroken).map(([name]) => name);
  return [...overwrittenFields(changed, { shown, theirs, after: written }, lists), ...broken];
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
    ...[...nested].map(([name, { sides }]) => [resourceAttribute(resource, name), sides]),
    ...[...tables].map(([name, { mine, theirs }]) => [resourceAttribute(resource, name), { mine, theirs }]),
  ]);

function removedOf({ shown, nested }: WrittenSave, fields: string[], { mine, theirs }: Choice): Conflicts['removed'] {
  const removed = fields.flatMap((name): [string, RemovedItems][] => {
    const rows = nested.get(name);
    if (rows) return [[name, rows.outcome.removed]];
    const lists = [shown[name], theirs[name], mine[name]];
    return lists.every(Array.isArray) ? [[name, removedItems(...(lists as [Json[], Json[], Json[]]))]] : [];
  });
  return Object.fromEntries(removed.filter(([, { byOthers, byEditor }]) => byOthers.length + byEditor.length > 0));
}
