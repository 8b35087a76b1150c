import type { Seen, Warning } from '../common/findings';
import { type JsonObject, rowsIn } from '../common/json';
import { grouped } from '../common/maps';
import type { House } from './house';
import type { Part } from './part';
import { sessionsNamed, sessionText } from './term';
import { type Caused, collectCauses } from './warning';

/** Indexes of a term and a session as a record names them. */
interface Named {
  row: JsonObject;
  /** Where the row stands, `sessions[3].`. */
  place: string;
  /** Where the session's index stands, if not in the row. */
  path?: string;
}

const SESSION = ['term_index', 'session_index', 'temp_session_index'];

/** Every term that a record names is there, and so is every session. */
export const knownTerms: Part = {
  judged: {
    rs_bills: SESSION,
    rs_votes: SESSION,
    bill_data_sets: ['term_index'],
    statement_data_sets: ['term_index', 'should_have_spoken_sessions'],
    reps: ['terms', 'parties', 'sessions'],
  },
  open: (house) => {
    const causes = collectCauses();
    return {
      judge: (seen): Warning[] => {
        // A representative's rows name the same term several times: once is enough.
        const odd = indexesIn(seen).flatMap((named) => unknown(named, house) ?? []);
        for (const own of grouped(odd, ({ cause }) => cause).values()) if (own[0]) causes.add(seen, own[0]);
        return [];
      },
      finish: causes.finish,
    };
  },
};

function indexesIn({ resource, record }: Seen): Named[] {
  const own = { row: record, place: '' };
  if (resource === 'statement_data_sets') return [own, ...spokenSessions(record)];
  if (resource !== 'reps') return [own];
  return ['terms', 'parties', 'sessions'].flatMap((name) =>
    rowsIn(record, name).map((row, index) => ({ row, place: `${name}[${index}].` })),
  );
}

const spokenSessions = ({ term_index, should_have_spoken_sessions: sessions }: JsonObject): Named[] =>
  (Array.isArray(sessions) ? sessions : []).map((session_index, index) => ({
    row: { term_index: term_index ?? null, session_index },
    place: '',
    path: `should_have_spoken_sessions[${index}]`,
  }));

function unknown({ row, place, path }: Named, house: House): Caused | undefined {
  const { term_index: index, session_index: session, temp_session_index: temp } = row;
  if (typeof index !== 'number') return undefined;
  const term = house.term(index);
  if (!term) {
    return {
      code: 'UNKNOWN_TERM',
      path: `${place}term_index`,
      cause: String(index),
      fact: `there is no term ${index}`,
      advice: 'correct the index, or add the term',
    };
  }
  const extra = typeof temp === 'number' ? temp : null;
  if (typeof session !== 'number' || sessionsNamed(term, session, extra).length > 0) return undefined;
  return {
    code: 'UNKNOWN_SESSION',
    path: path ?? `${place}${extra ? 'temp_session_index' : 'session_index'}`,
    cause: `${index} ${session} ${extra}`,
    fact: `there is no ${sessionText(index, session, extra)}`,
    advice: 'correct the indexes, or add the session to its term',
  };
}
