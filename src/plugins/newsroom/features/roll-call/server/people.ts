import type { Core } from '@strapi/strapi';
import { normalise } from '../../../../../common/text/normalise';
import type { RollCallPeople, RollCallPerson } from '../shared/roll-call';

export const REP = 'api::rep.rep';
export const TERM = 'api::term.term';
export const REP_FIELDS = ['name', 'terms.term_index', 'terms.change_date', 'terms.change_type', 'terms.district_name'];

interface TermRow {
  term_index: number;
  change_date: string | null;
  change_type: string | null;
  district_name: string | null;
}

interface PartyRow {
  term_index: number;
  party: { abbreviation?: string | null; name?: string } | null;
}

interface RepRow {
  id: number;
  documentId: string;
  number: number;
  name: string;
  terms?: TermRow[];
  parties?: PartyRow[];
}

/** Reads all representatives with their seats in a term, its members first. */
export async function readPeople(
  db: Core.Strapi['db'],
  term: number,
  visible: { term: boolean; party: boolean },
): Promise<RollCallPeople> {
  const select = ['id', 'documentId', 'number', 'name'];
  const members: RepRow[] = await db.query(REP).findMany({
    select,
    where: { terms: { term_index: term } },
    populate: { terms: true, ...(visible.party ? { parties: { populate: { party: true } } } : {}) },
    orderBy: { number: 'asc' },
  });
  const all: RepRow[] = await db.query(REP).findMany({ select, orderBy: { number: 'asc' } });
  const memberIds = new Set(members.map(({ id }) => id));
  const others = all.filter(({ id }) => !memberIds.has(id));
  const termRow = visible.term
    ? await db.query(TERM).findOne({ select: ['start_date'], where: { index: term } })
    : null;
  return {
    start: msOf(termRow?.start_date),
    // The join returns a person once for each seat.
    people: [...new Map([...members, ...others].map((rep) => [rep.id, personOf(rep, term)])).values()],
  };
}

function personOf({ terms = [], parties = [], id, documentId, number, name }: RepRow, term: number): RollCallPerson {
  const own = terms.filter(({ term_index }) => term_index === term);
  const party = parties.findLast(({ term_index }) => term_index === term)?.party;
  const detail = [own[0]?.district_name, party?.abbreviation || party?.name].filter(Boolean).join('　');
  const changes = own.map((row) => ({
    term,
    at: msOf(row.change_date),
    type: row.change_type,
    district: normalise(row.district_name ?? ''),
  }));
  return { id, documentId, number, name, changes, detail };
}

const msOf = (date: string | Date | null | undefined): number | null => (date ? new Date(date).getTime() : null);
