import { type JsonObject, pick } from '../../../../../common/json';
import { type Declared, fieldsRead, keepsRule } from './applied-rules';
import { brokenTogether, type Restored } from './restored';

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
  restored: Restored[];
}

/**
 * Finds out what an editor has to choose, so that the record keeps the rules that each of the two has kept: between the values of fields that both
 * have changed, and where the changes of both break a rule only together. There, everything that has no part in it stays merged.
 * @param overwritten the fields that both have changed
 */
export function choicesIn(resource: Declared, record: RecordOfTwo, overwritten: string[]): Choices {
  const restored = brokenTogether(resource, record);
  const single = overwritten.filter((name) => !restored.some(({ mine }) => name in mine));
  const choices: Choice[] = [
    ...restored,
    ...single.map((name) => ({ mine: pick(record.ifMine, [name]), theirs: pick(record.ifTheirs, [name]) })),
  ];
  return { restored, groups: joinChoices(resource, record, choices).map(({ mine }) => Object.keys(mine)) };
}

/** Joins choices some combination of which breaks a rule. */
function joinChoices({ rules }: Declared, { ifMine, ifTheirs }: RecordOfTwo, choices: Choice[]): Choice[] {
  let left = choices;
  for (const rule of rules) {
    const fields = fieldsRead(rule, [ifMine, ifTheirs]);
    const concerned = left.filter(({ mine }) => fields.some((name) => name in mine));
    const isBroken = (values: JsonObject) => !keepsRule(rule, { ...ifMine, ...values });
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
