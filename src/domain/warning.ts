import type { Origin, Warning } from '../common/findings';

/** What a warning says: the fact in words, and what to do about it. */
export interface Oddity {
  code: string;
  path: string;
  fact: string;
  advice: string;
}

/** A warning about one record. */
export const warning = (origin: Origin, odd: Oddity): Warning => ({
  ...originOf(origin),
  code: odd.code,
  path: odd.path,
  message: `${odd.fact}: ${odd.advice}`,
  records: 1,
});

/** How many warnings of one cause are told one by one. */
const FEW = 3;

/** An oddity whose cause may lie outside the record. */
export interface Caused extends Oddity {
  /** The same for all records that are odd for one reason. */
  cause: string;
  /** How far off it is: the farthest stands for all. */
  distance?: number;
}

/** Collects oddities by their cause. */
export interface Causes {
  add(origin: Origin, odd: Caused): void;
  finish(): Warning[];
}

/**
 * Few records with one cause are told one by one; of many the farthest off stands for all: a session with a wrong end
 * makes hundreds of bills odd, and it is the session that must be looked at.
 */
export function collectCauses(): Causes {
  const causes = new Map<string, { few: Told[]; farthest: Told; count: number }>();
  return {
    add: (origin, odd) => {
      const told = { origin: originOf(origin), odd };
      const key = `${odd.code} ${origin.resource} ${odd.cause}`;
      const known = causes.get(key);
      if (!known) causes.set(key, { few: [told], farthest: told, count: 1 });
      else {
        known.count += 1;
        if (known.few.length < FEW) known.few.push(told);
        if ((odd.distance ?? 0) > (known.farthest.odd.distance ?? 0)) known.farthest = told;
      }
    },
    finish: () =>
      [...causes.values()].flatMap(({ few, farthest, count }) => {
        if (count <= FEW) return few.map(({ origin, odd }) => warning(origin, odd));
        const fact = `${farthest.odd.fact}, and so it is with ${count - 1} other records`;
        return { ...warning(farthest.origin, { ...farthest.odd, fact }), records: count };
      }),
  };
}

interface Told {
  origin: Origin;
  odd: Caused;
}

/** Which record is meant, without the record. */
export const originOf = ({ resource, number, at }: Origin): Origin => ({ resource, number, ...(at ? { at } : {}) });

/** A record in words: `rs_votes 12`, or its place in the input when it has no identifier yet. */
export const originText = ({ resource, number, at }: Origin): string =>
  number < 0 && at ? `record ${at.record} of ${at.file}` : recordText(resource, number);

/** A record in words by its identifier; a provisional one says nothing to the reader. */
export const recordText = (resource: string, number: number): string =>
  number < 0 ? `a new record of ${resource}` : `${resource} ${number}`;
