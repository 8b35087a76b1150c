import { createHash } from 'node:crypto';
import type { FieldsByResource, Origin, RuleRecord, Warning } from '../common/findings';
import { entryOf, groupBy } from '../common/maps';
import type { Part } from './part';
import { type Oddity, originOf, originText, warning } from './warning';

/** What should stand only once within a resource. */
interface Once {
  fields: FieldsByResource;
  /** What is the same in two records of which one is too many; undefined where there is nothing to compare. */
  key(seen: RuleRecord): string | undefined;
  /** What to tell of them; `others` names those that have the same. */
  tell(others: string, told: Origin): Oddity;
}

/** A rule that finds records which stand twice: one warning for all that are the same, at the last one judged. */
export const once = ({ fields, key, tell }: Once): Part => ({
  judged: fields,
  compared: fields,
  open: () => {
    const kept = new Map<string, Map<number, Kept>>();
    const keptOf = ({ resource }: RuleRecord) => entryOf(kept, resource, () => new Map<number, Kept>());
    return {
      compare: (seen) => {
        const text = key(seen);
        if (text !== undefined) keptOf(seen).set(seen.number, { print: printOf(text) });
      },
      judge: (seen): Warning[] => {
        const text = key(seen);
        // What is stored of a record counts no more once the record itself is judged.
        if (text === undefined) keptOf(seen).delete(seen.number);
        else keptOf(seen).set(seen.number, { print: printOf(text), judged: originOf(seen) });
        return [];
      },
      finish: () =>
        [...kept].flatMap(([resource, all]) =>
          alike(all).flatMap((same) => {
            const told = same.findLast(({ judged }) => judged !== undefined)?.judged;
            if (!told) return [];
            const others = same
              .filter(({ number }) => number !== told.number)
              .map(({ number, judged }) => originText(judged ?? { resource, number }));
            return { ...warning(told, tell(listed(others), told)), records: same.length };
          }),
        ),
    };
  },
});

/** What is kept of a record: a fingerprint of its key, and which it is if it is judged. */
interface Kept {
  print: number;
  judged?: Origin;
}

/** 48 bits: two different keys among a million have the same once in five hundred times. */
const printOf = (key: string): number => createHash('sha1').update(key).digest().readUIntBE(0, 6);

/** The records of which two or more have the same key, in groups. */
function alike(all: Map<number, Kept>): { number: number; judged?: Origin }[][] {
  const [seen, twice] = [new Set<number>(), new Set<number>()];
  for (const { print } of all.values()) (seen.has(print) ? twice : seen).add(print);
  const same = [...all].flatMap(([number, { print, judged }]) => (twice.has(print) ? { number, print, judged } : []));
  return [...groupBy(same, ({ print }) => print).values()].map((each) => each.sort((a, b) => a.number - b.number));
}

/** How many of those alike are named. */
const MOST_NAMED = 5;

const listed = (names: string[]): string =>
  names.length <= MOST_NAMED
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`;
