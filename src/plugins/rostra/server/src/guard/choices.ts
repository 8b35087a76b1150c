import { isEqual, type Json, type JsonObject, pick } from '../../../../../common/json';
import { parseContext } from '../fields/parse-context';
import type { Resource, Rule } from '../resource/resource';
import { keyOf, withContested } from './contested-items';

/** A record as two people have made it. */
export interface RecordOfTwo {
  /** With the changes of both; where both have changed the same, with those of the editor or of the others. */
  ifMine: JsonObject;
  ifTheirs: JsonObject;
  /** With the changes of the editor alone, and of the others alone. */
  mine: JsonObject;
  theirs: JsonObject;
}

/** The values of fields where the changes of the editor stay, and where those of others do. */
export interface Choice {
  mine: JsonObject;
  theirs: JsonObject;
}

/** What an editor has to choose. */
export interface Choices {
  /** The fields of each choice: several where some combination of their values breaks a rule. */
  groups: string[][];
  /** The values of fields whose merged ones break a rule, whichever one takes. */
  restored: Choice[];
}

type Declared = Pick<Resource, 'fields' | 'rules'>;

/**
 * Finds out what an editor has to choose, so that the record keeps the rules that each of the two has kept: between the values of fields that both
 * have changed, and where the changes of both break a rule only together. There, everything that has no part in it stays merged.
 * @param overwritten the fields that both have changed
 */
export function choicesIn(resource: Declared, record: RecordOfTwo, overwritten: string[]): Choices {
  const restored = brokenTogether(resource, record);
  const single = overwritten.filter((name) => !restored.some(({ mine }) => name in mine));
  const choices = [
    ...restored,
    ...single.map((name) => ({ mine: pick(record.ifMine, [name]), theirs: pick(record.ifTheirs, [name]) })),
  ];
  return { restored, groups: joinChoices(resource, record.ifMine, choices).map(({ mine }) => Object.keys(mine)) };
}

/** Whether a record keeps all rules between its fields. */
export const keepsAllRules = ({ rules }: Declared, record: JsonObject): boolean =>
  rules.every((rule) => keepsRule(rule, record));

/** The choices where a rule is broken only by both, for each such rule, or for several that read the same field. */
function brokenTogether(resource: Declared, record: RecordOfTwo): Choice[] {
  const broken = resource.rules.flatMap((rule) => {
    const [mine, theirs] = [applyRule(rule, record.ifMine), applyRule(rule, record.ifTheirs)];
    const faults = [...mine.faults, ...theirs.faults];
    if (faults.length === 0 || !keepsRule(rule, record.mine) || !keepsRule(rule, record.theirs)) return [];
    const fields = mine.fields.filter((name) => name in resource.fields);
    const contested = [
      ...referredAt(resource, record.ifMine, fields, mine.faults),
      ...referredAt(resource, record.ifTheirs, fields, theirs.faults),
    ];
    return [{ fields, contested }];
  });
  return joined(broken).flatMap(({ fields, contested }) => {
    const part = (merged: JsonObject, own: JsonObject, name: string): Json => {
      const [list, from] = [merged[name], own[name] ?? null];
      const isPossible = contested.length > 0 && Array.isArray(list) && Array.isArray(from);
      return isPossible ? withContested(list, from, resource.fields[name] ?? {}, contested) : from;
    };
    const whole = (_: JsonObject, own: JsonObject, name: string): Json => own[name] ?? null;
    const choices = [part, whole].map((value): Choice => {
      const valuesOf = (merged: JsonObject, own: JsonObject) =>
        Object.fromEntries(fields.map((name) => [name, value(merged, own, name)]));
      return { mine: valuesOf(record.ifMine, record.mine), theirs: valuesOf(record.ifTheirs, record.theirs) };
    });
    const isSound = ({ mine, theirs }: Choice) =>
      keepsRules(resource, { ...record.ifMine, ...mine }, fields) &&
      keepsRules(resource, { ...record.ifTheirs, ...theirs }, fields);
    const sound = choices.find(isSound);
    return sound ? [withChanges(sound, record.ifMine)] : [];
  });
}

/** Joins choices some combination of which breaks a rule. */
function joinChoices({ rules }: Declared, merged: JsonObject, choices: Choice[]): Choice[] {
  let left = choices;
  for (const rule of rules) {
    const { fields } = applyRule(rule, merged);
    const concerned = left.filter(({ mine }) => fields.some((name) => name in mine));
    const isBroken = (values: JsonObject) => !keepsRule(rule, { ...merged, ...values });
    if (concerned.length < 2 || !combinations(concerned).some(isBroken)) continue;
    const all = (side: keyof Choice): JsonObject => Object.assign({}, ...concerned.map((each) => each[side]));
    left = [...left.filter((each) => !concerned.includes(each)), { mine: all('mine'), theirs: all('theirs') }];
  }
  return left;
}

/** Each side of each choice with each of the others. */
const combinations = (choices: Choice[]): JsonObject[] =>
  choices.reduce<JsonObject[]>(
    (all, { mine, theirs }) => all.flatMap((values) => [mine, theirs].map((side) => ({ ...values, ...side }))),
    [{}],
  );

/** What a rule reads of a record, and the paths where it is broken. */
function applyRule(rule: Rule, record: JsonObject): { fields: string[]; faults: string[] } {
  const read = new Set<string>();
  const context = parseContext();
  const watched = new Proxy(record, {
    get: (target, name) => {
      read.add(String(name));
      return Reflect.get(target, name);
    },
  });
  rule(watched, context);
  return { fields: [...read], faults: context.findings.faults.map(({ path }) => path) };
}

const keepsRule = (rule: Rule, record: JsonObject): boolean => applyRule(rule, record).faults.length === 0;

/** Whether a record keeps all rules that read one of these fields. */
const keepsRules = ({ rules }: Declared, record: JsonObject, names: string[]): boolean =>
  rules.every((rule) => {
    const { fields, faults } = applyRule(rule, record);
    return faults.length === 0 || !fields.some((name) => names.includes(name));
  });

/** The keys of the records that some fields refer to at these paths. */
const referredAt = ({ fields }: Declared, record: JsonObject, names: string[], paths: string[]): string[] =>
  names
    .flatMap((name) => (record[name] == null ? [] : (fields[name]?.references?.(record[name], name, record) ?? [])))
    .filter(({ path }) => paths.includes(path))
    .map(keyOf);

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
