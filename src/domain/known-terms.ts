import type { RuleRecord } from '../common/findings';
import type { Json } from '../common/json';
import { groupBy } from '../common/maps';
import type { House } from './house';
import { causeCheck, type Meanings, mergeFields, type RecordCheck, topLevelFields, valuesAt } from './record-check';
import { matchingSessions, sessionText } from './term';
import type { CausedFinding } from './warning';

/** The term and session indexes in a record, with their paths. */
interface TermReference {
  term: Json;
  session?: Json | undefined;
  temp?: Json | undefined;
  termPath: string;
  sessionPath?: string;
}

/** Checks that every referenced term and session exists. */
export const knownTerms = (meanings: Meanings): RecordCheck =>
  causeCheck(topLevelFields(mergeFields([meanings.term, meanings.session, meanings.tempSession])), (seen, house) => {
    const findings = referencesIn(seen, meanings).flatMap((reference) => checkReference(reference, house) ?? []);
    // A representative's rows repeat a term; report it once.
    return [...groupBy(findings, ({ cause }) => cause).values()].flatMap(([first]) => first ?? []);
  });

function referencesIn(
  { resource, record }: RuleRecord,
  { term, session, tempSession, earlyTermDate }: Meanings,
): TermReference[] {
  // Report the term served before a membership, which may begin earlier than the term.
  const isEarly = (path: string) => Number(siblingIn(earlyTermDate[resource], path) !== undefined);
  const paths = [...(term[resource] ?? [])].sort((a, b) => isEarly(a) - isEarly(b));
  return paths.flatMap((path) => {
    const sessionName = siblingIn(session[resource], path);
    const tempName = siblingIn(tempSession[resource], path);
    return valuesAt(record, [path]).flatMap(({ row, name, place, value }): TermReference[] => {
      const own = { term: value, termPath: `${place}${name}` };
      const sessions = sessionName === undefined ? undefined : row[sessionName];
      if (Array.isArray(sessions)) {
        const each = (one: Json, index: number) => ({ session: one, sessionPath: `${place}${sessionName}[${index}]` });
        return [own, ...sessions.map((one, index) => ({ ...own, ...each(one, index) }))];
      }
      const temp = tempName === undefined ? undefined : row[tempName];
      return [{ ...own, session: sessions, temp, sessionPath: `${place}${temp ? tempName : sessionName}` }];
    });
  });
}

/** The name of the field among `paths` in the same row as `path`. */
const siblingIn = (paths: string[] = [], path: string): string | undefined =>
  paths.find((each) => parentOf(each) === parentOf(path))?.slice(parentOf(path).length);

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('.') + 1);

function checkReference(
  { term: index, session, temp, termPath, sessionPath }: TermReference,
  house: House,
): CausedFinding | undefined {
  if (typeof index !== 'number') return undefined;
  const term = house.term(index);
  if (!term) {
    return {
      code: 'UNKNOWN_TERM',
      path: termPath,
      cause: String(index),
      fact: `term ${index} does not exist`,
      advice: 'correct the index, or add the term',
    };
  }
  const extra = typeof temp === 'number' ? temp : null;
  if (typeof session !== 'number' || matchingSessions(term, session, extra).length > 0) return undefined;
  return {
    code: 'UNKNOWN_SESSION',
    path: sessionPath ?? termPath,
    cause: `${index} ${session} ${extra}`,
    fact: `${sessionText(index, session, extra)} does not exist`,
    advice: 'correct the indexes, or add the session to its term',
  };
}
