import type { Origin, Warning } from '../common/findings';
import { groupBy } from '../common/maps';
import { HOUSE_FIELDS, type House, type Rep } from './house';
import { nameKey } from './name-key';
import type { Part } from './part';
import { originOf, warning } from './warning';

/** Two representatives are two people. */
export const namesakes: Part = {
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

/** Of two that look alike the one with the higher number is told, or the one that is judged. */
const lookAlikes =
  (judged: Map<number, Origin>, house: House) =>
  (reps: Rep[]): Warning[] =>
    reps.flatMap((rep) => {
      const origin = judged.get(rep.number);
      if (!origin) return [];
      const others = reps.filter(({ number }) => number < rep.number || (number > rep.number && !judged.has(number)));
      const alike = others.flatMap((other) => {
        const reason = resemblance(rep, other);
        return reason === undefined ? [] : `${house.repText(other.number)}: the same name ${reason}`;
      });
      if (alike.length === 0) return [];
      return warning(origin, {
        code: 'PEOPLE_ALIKE',
        path: 'name',
        fact: `${rep.name} looks like ${alike.join('; ')}`,
        advice: 'if they are one person, keep one record; if not, their birth dates tell them apart',
      });
    });

/** How many terms lie at the most between two that one person has served. */
const AWAY = 2;

/**
 * What two representatives of one name have in common beside it; undefined when they look like two people. Who was born
 * on another day, is of another gender, or sat at the same time for another district is somebody else. Careers pause, so
 * terms need not follow each other; but the longer the pause, the likelier is another person: in nine terms of a real
 * parliament, one under two numbers had been away for two of them, while those of one name further apart were others.
 */
export function resemblance(a: Rep, b: Rep): string | undefined {
  if (a.birth !== null && b.birth !== null) return a.birth === b.birth ? 'and birth date' : undefined;
  if ((a.gender ?? 0) * (b.gender ?? 0) < 0) return undefined;
  const pairs = a.changes.flatMap((one) => b.changes.map((two) => ({ one, two, gap: Math.abs(one.term - two.term) })));
  const isElsewhere = ({ one, two, gap }: (typeof pairs)[number]) =>
    gap === 0 && one.district !== '' && two.district !== '' && one.district !== two.district;
  if (pairs.some(isElsewhere)) return undefined;
  const closest = pairs.sort((x, y) => x.gap - y.gap)[0];
  if (!closest || closest.gap > AWAY + 1) return undefined;
  const { one, two, gap } = closest;
  return gap === 0 ? `in term ${one.term}` : `in terms ${one.term} and ${two.term}`;
}
