import { isEqual, type Json, type JsonObject, pick } from '../../../../../common/json';
import type { Field } from '../fields/field';
import { contestedIn, type Declared, fieldsRead, keepsRule } from './applied-rules';
import type { Choice, RecordOfTwo } from './choices';
import { withContested } from './contested-items';

/** A choice between values one of which has been put together anew, because the merged ones break a rule. */
export interface Restored extends Choice {
  /** The lists that go by the choice as a whole, because no part of them keeps the rules. */
  whole: string[];
}

/** The choices where a rule is broken only by both, for each such rule, or for several that read the same field. */
export function brokenTogether(resource: Declared, record: RecordOfTwo): Restored[] {
  const broken = resource.rules.flatMap((rule) => {
    const sides = [record.ifMine, record.ifTheirs];
    if (sides.every((side) => keepsRule(rule, side))) return [];
    if (!keepsRule(rule, record.mine) || !keepsRule(rule, record.theirs)) return [];
    const fields = fieldsRead(rule, sides).filter((name) => name in resource.fields);
    return [{ fields, contested: sides.flatMap((side) => contestedIn(resource, [rule], side)) }];
  });
  return joined(broken).flatMap((each) => soundChoice(resource, record, each) ?? []);
}

/**
 * What both sides have to be so that they keep the rules: as little as possible goes by the choice. Records at which the sides break a rule then are
 * contested, too; if that does not help, whole values go by it.
 */
function soundChoice(resource: Declared, record: RecordOfTwo, { fields, contested }: BrokenRule): Restored | undefined {
  const concerned = resource.rules.filter((rule) =>
    fieldsRead(rule, [record.ifMine, record.ifTheirs]).some((name) => fields.includes(name)),
  );
  const isKept = (side: JsonObject) => concerned.every((rule) => keepsRule(rule, side));
  const choiceOf = (keys: ReadonlySet<string>): Choice => {
    const valuesOf = (merged: JsonObject, own: JsonObject) =>
      Object.fromEntries(
        fields.map((name) => [name, valueWith(resource.fields[name], merged[name], own[name] ?? null, keys)]),
      );
    return { mine: valuesOf(record.ifMine, record.mine), theirs: valuesOf(record.ifTheirs, record.theirs) };
  };
  const sidesWith = ({ mine, theirs }: Choice) => [
    { ...record.ifMine, ...mine },
    { ...record.ifTheirs, ...theirs },
  ];
  const keys = new Set(contested);
  for (let known = 0; keys.size > known; ) {
    known = keys.size;
    const choice = choiceOf(keys);
    const sides = sidesWith(choice);
    if (sides.every(isKept)) return { ...withChanges(choice, record.ifMine), whole: [] };
    for (const key of sides.flatMap((side) => contestedIn(resource, concerned, side))) keys.add(key);
  }
  const choice = choiceOf(new Set());
  if (!sidesWith(choice).every(isKept)) return undefined;
  const changes = withChanges(choice, record.ifMine);
  return { ...changes, whole: Object.keys(changes.mine).filter((name) => Array.isArray(changes.mine[name])) };
}

/** A merged value with what one side says of the contested records; as that side has it if that is no list, or if nothing is contested. */
function valueWith(
  field: Field | undefined,
  merged: Json | undefined,
  own: Json,
  contested: ReadonlySet<string>,
): Json {
  const isPart = contested.size > 0 && Array.isArray(merged) && Array.isArray(own);
  return isPart ? withContested(merged, own, field ?? {}, contested) : own;
}

interface BrokenRule {
  fields: string[];
  /** The keys of the records that the broken values refer to. */
  contested: string[];
}

/** Broken rules, those that read the same field as one. */
const joined = (broken: BrokenRule[]): BrokenRule[] =>
  broken.reduce<BrokenRule[]>((groups, each) => {
    const isConcerned = ({ fields }: BrokenRule) => fields.some((name) => each.fields.includes(name));
    const all = [...groups.filter(isConcerned), each];
    return [
      ...groups.filter((group) => !isConcerned(group)),
      {
        fields: [...new Set(all.flatMap(({ fields }) => fields))],
        contested: all.flatMap(({ contested }) => contested),
      },
    ];
  }, []);

/** A choice without the fields that stay as they are on both sides. */
function withChanges({ mine, theirs }: Choice, merged: JsonObject): Choice {
  const names = Object.keys(mine).filter(
    (name) => !isEqual(mine[name], theirs[name]) || !isEqual(mine[name], merged[name]),
  );
  return { mine: pick(mine, names), theirs: pick(theirs, names) };
}
