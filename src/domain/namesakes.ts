import type { Origin, Warning } from '../common/findings';
import { groupBy } from '../common/maps';
import { nameKey } from '../common/text/normalise';
import { HOUSE_FIELDS, type House, type Rep } from './house';
import type { RecordCheck } from './record-check';
import { originOf, warning } from './warning';

/** Finds representatives who look like one person entered twice. */
export const namesakes: RecordCheck = {
  judged: { reps: HOUSE_FIELDS.reps },
  open: (house) => {
    const judged = new Map<number, Origin>();
    return {
      judge: (seen) => {
        judged.set(seen.number, originOf(seen));
        return [];
      },
      finish: () => [...groupBy(house.reps(), ({ name }) => nameKey(name)).values()].flatMap(lookAlikes(judged, house)),
    };
  },
};

/** Reports a pair at its higher public id, or at the one being checked. */
const lookAlikes =
  (judged: Map<number, Origin>, house: House) =>
  (reps: Rep[]): Warning[] =>
    reps.flatMap((rep) => {
      const origin = judged.get(rep.publicId);
      if (!origin) return [];
      const others = reps.filter(
        ({ publicId }) => publicId < rep.publicId || (publicId > rep.publicId && !judged.has(publicId)),
      );
      const alike = others.flatMap((other) => {
        const reason = resemblance(rep, other);
        return reason === undefined ? [] : `${house.repText(other.publicId)}: same name ${reason}`;
      });
      if (alike.length === 0) return [];
      return warning(origin, {
        code: 'PEOPLE_ALIKE',
        path: 'name',
        fact: `${rep.name} looks like ${alike.join('; ')}`,
        advice: 'if they are one person, keep one record; if not, enter their birth dates to distinguish them',
      });
    });

/** The longest pause of one career, in terms. */
const LONGEST_PAUSE = 2;

/**
 * Returns what two representatives with the same name have in common besides it; undefined if they look like two
 * people. Different birth dates, genders, or districts in the same term mean different people. Terms need not be
 * consecutive, but the longer the pause, the likelier are two people: in nine terms of a real parliament, one person
 * with two records had paused for two terms; namesakes further apart were different people.
 */
export function resemblance(a: Rep, b: Rep): string | undefined {
  if (a.birth !== null && b.birth !== null) return a.birth === b.birth ? 'and birth date' : undefined;
  if ((a.gender ?? 0) * (b.gender ?? 0) < 0) return undefined;
  const pairs = a.changes.flatMap((one) => b.changes.map((two) => ({ one, two, gap: Math.abs(one.term - two.term) })));
  const isElsewhere = ({ one, two, gap }: (typeof pairs)[number]) =>
    gap === 0 && one.district !== '' && two.district !== '' && one.district !== two.district;
  if (pairs.some(isElsewhere)) return undefined;
  const closest = pairs.sort((x, y) => x.gap - y.gap)[0];
  if (!closest || closest.gap > LONGEST_PAUSE + 1) return undefined;
  const { one, two, gap } = closest;
  return gap === 0 ? `in term ${one.term}` : `in terms ${one.term} and ${two.term}`;
}
