import type { Origin, Warning } from '../common/findings';

/** Something suspicious in a record: the fact, and what to do about it. */
export interface Finding {
  code: string;
  path: string;
  fact: string;
  advice: string;
}

/** Builds the warning for a finding about one record. */
export const warning = (origin: Origin, finding: Finding): Warning => ({
  ...originOf(origin),
  code: finding.code,
  path: finding.path,
  message: `${finding.fact}: ${finding.advice}`,
  records: 1,
});

/** How many findings with one cause are reported separately. */
const FEW = 3;

/** A finding whose cause may lie outside the record. */
export interface CausedFinding extends Finding {
  /** Equal for all records with the same cause. */
  cause: string;
  /** How far off the value is; the farthest one represents the group. */
  distance?: number;
}

/** Collects findings by cause. */
export interface Causes {
  add(origin: Origin, finding: CausedFinding): void;
  finish(): Warning[];
}

/**
 * Reports a few records with one cause separately, many of them as one warning at the record farthest off: a session
 * with a wrong end date makes hundreds of bills suspicious, and the session is what must be corrected.
 */
export function collectCauses(): Causes {
  const causes = new Map<string, { few: Occurrence[]; farthest: Occurrence; count: number }>();
  return {
    add: (origin, finding) => {
      const occurrence = { origin: originOf(origin), finding };
      const key = `${finding.code} ${origin.resource} ${finding.cause}`;
      const known = causes.get(key);
      if (!known) causes.set(key, { few: [occurrence], farthest: occurrence, count: 1 });
      else {
        known.count += 1;
        if (known.few.length < FEW) known.few.push(occurrence);
        if ((finding.distance ?? 0) > (known.farthest.finding.distance ?? 0)) known.farthest = occurrence;
      }
    },
    finish: () =>
      [...causes.values()].flatMap(({ few, farthest, count }) => {
        if (count <= FEW) return few.map(({ origin, finding }) => warning(origin, finding));
        const fact = `${farthest.finding.fact} (and ${count - 1} other records likewise)`;
        return { ...warning(farthest.origin, { ...farthest.finding, fact }), records: count };
      }),
  };
}

interface Occurrence {
  origin: Origin;
  finding: CausedFinding;
}

/** The origin without the record itself. */
export const originOf = ({ resource, number, at }: Origin): Origin => ({ resource, number, ...(at ? { at } : {}) });

/** Formats a record: `rs_votes 12`, or its place in the input while it has no public id. */
export const originText = ({ resource, number, at }: Origin): string =>
  number < 0 && at ? `record ${at.record} of ${at.file}` : recordText(resource, number);

/** A record in words by its identifier; a provisional one says nothing to the reader. */
export const recordText = (resource: string, number: number): string =>
  number < 0 ? `a new record of ${resource}` : `${resource} ${number}`;
