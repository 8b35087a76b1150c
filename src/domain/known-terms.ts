import type { RuleRecord, Warning } from '../common/findings';
import type { Json } from '../common/json';
import { groupBy } from '../common/maps';
import type { House } from './house';
import { type Meanings, type Part, topOf, united, valuesAt } from './part';
import { sessionsNamed, sessionText } from './term';
import { type Caused, collectCauses } from './warning';

/** Indexes of a term and a session as a record names them, and where they stand. */
interface Named {
  term: Json;
  session?: Json | undefined;
  temp?: Json | undefined;
  termPath: string;
  sessionPath?: string;
}

/** Every term that a record names is there, and so is every session. */
export const knownTerms = (meanings: Meanings): Part => ({
  judged: topOf(united([meanings.term, meanings.session, meanings.tempSession])),
  open: (house) => {
    const causes = collectCauses();
    return {
      judge: (seen): Warning[] => {
        // A representative's rows name the same term several times: once is enough.
        const odd = indexesIn(seen, meanings).flatMap((named) => unknown(named, house) ?? []);
        for (const own of groupBy(odd, ({ cause }) => cause).values()) if (own[0]) causes.add(seen, own[0]);
        return [];
      },
      finish: causes.finish,
    };
  },
});
function indexesIn({ resource, record }: RuleRecord, { term, session, tempSession, earlyTermDate }: Meanings): Named[] {
  // A term served is a better place to look at than a membership, which may begin before it.
  const isEarly = (path: string) => Number(besideIn(earlyTermDate[resource], path) !== undefined);
  const paths = [...(term[resource] ?? [])].sort((a, b) => isEarly(a) - isEarly(b));
  return paths.flatMap((path) => {
    const sessionName = besideIn(session[resource], path);
    const tempName = besideIn(tempSession[resource], path);
    return valuesAt(record, [path]).flatMap(({ row, name, place, value }): Named[] => {
      const own = { term: value, termPath: `${place}${name}` };
      const named = sessionName === undefined ? undefined : row[sessionName];
      if (Array.isArray(named)) {
        const each = (one: Json, index: number) => ({ session: one, sessionPath: `${place}${sessionName}[${index}]` });
        return [own, ...named.map((one, index) => ({ ...own, ...each(one, index) }))];
      }
      const temp = tempName === undefined ? undefined : row[tempName];
      return [{ ...own, session: named, temp, sessionPath: `${place}${temp ? tempName : sessionName}` }];
    });
  });
}

/** The name of the field among these that stands in the same row as another one. */
const besideIn = (paths: string[] = [], path: string): string | undefined =>
  paths.find((each) => parentOf(each) === parentOf(path))?.slice(parentOf(path).length);

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);

function unknown({ term: index, session, temp, termPath, sessionPath }: Named, house: House): Caused | undefined {
  if (typeof index !== 'number') return undefined;
  const term = house.term(index);
  if (!term) {
    return {
      code: 'UNKNOWN_TERM',
      path: termPath,
      cause: String(index),
      fact: `there is no term ${index}`,
      advice: 'correct the index, or add the term',
    };
  }
  const extra = typeof temp === 'number' ? temp : null;
  if (typeof session !== 'number' || sessionsNamed(term, session, extra).length > 0) return undefined;
  return {
    code: 'UNKNOWN_SESSION',
    path: sessionPath ?? termPath,
    cause: `${index} ${session} ${extra}`,
    fact: `there is no ${sessionText(index, session, extra)}`,
    advice: 'correct the indexes, or add the session to its term',
  };
}
