import { createHash } from 'node:crypto';
import type { Fields, Origin, Seen, Warning } from '../common/findings';
import { entryOf, grouped } from '../common/maps';
import type { RecordCheck } from './record-check';
import { type Finding, originOf, originText, warning } from './warning';

/** What makes two records of a resource duplicates. */
interface DuplicateKey {
  fields: Fields;
  /** The key that duplicates share; undefined if the record has nothing to compare. */
  key(seen: Seen): string | undefined;
  /** Describes the duplicates; `others` names the records with the same key. */
  describe(others: string, origin: Origin): Finding;
}

/** Builds a check for duplicates. It reports each group once, at the last record checked. */
export const duplicateCheck = ({ fields, key, describe }: DuplicateKey): RecordCheck => ({
  judged: fields,
  compared: fields,
  open: () => {
    const entries = new Map<string, Map<number, KeyEntry>>();
    const entriesOf = ({ resource }: Seen) => entryOf(entries, resource, () => new Map<number, KeyEntry>());
    return {
      compare: (seen) => {
        const text = key(seen);
        if (text !== undefined) entriesOf(seen).set(seen.number, { print: printOf(text) });
      },
      judge: (seen): Warning[] => {
        const text = key(seen);
        // The record being checked replaces its stored version.
        if (text === undefined) entriesOf(seen).delete(seen.number);
        else entriesOf(seen).set(seen.number, { print: printOf(text), judged: originOf(seen) });
        return [];
      },
      finish: () =>
        [...entries].flatMap(([resource, all]) =>
          duplicatesIn(all).flatMap((same) => {
            const last = same.findLast(({ judged }) => judged !== undefined)?.judged;
            if (!last) return [];
            const others = same
              .filter(({ number }) => number !== last.number)
              .map(({ number, judged }) => originText(judged ?? { resource, number }));
            return { ...warning(last, describe(listed(others), last)), records: same.length };
          }),
        ),
    };
  },
});

/** The fingerprint of a record's key, and its origin if the record is being checked. */
interface KeyEntry {
  print: number;
  judged?: Origin;
}

/** 48 bits: among a million keys, the chance of any collision is about one in five hundred. */
const printOf = (key: string): number => createHash('sha1').update(key).digest().readUIntBE(0, 6);

/** Groups of records that share a key. */
function duplicatesIn(all: Map<number, KeyEntry>): { number: number; judged?: Origin }[][] {
  const [seen, twice] = [new Set<number>(), new Set<number>()];
  for (const { print } of all.values()) (seen.has(print) ? twice : seen).add(print);
  const same = [...all].flatMap(([number, { print, judged }]) => (twice.has(print) ? { number, print, judged } : []));
  return [...grouped(same, ({ print }) => print).values()].map((each) => each.sort((a, b) => a.number - b.number));
}

/** How many duplicates are named. */
const MOST_NAMED = 5;

const listed = (names: string[]): string =>
  names.length <= MOST_NAMED
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`;
