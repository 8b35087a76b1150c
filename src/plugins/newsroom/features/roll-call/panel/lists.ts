import { normalise } from '../../../../../common/text/normalise';
import { indexNames, type Minutes, type NameIndex, type RollCallList } from '../../../../../domain/minutes';
import { isHeld, type Seats, seatsOf } from '../../../../../domain/seats';
import type { RollCallPeople, RollCallPerson } from '../shared/roll-call';

/** The lists of a vote, in the order of its form. */
export const LISTS: RollCallList[] = ['aye', 'nay', 'abstain', 'absence'];

export type ByList<T> = Record<RollCallList, T>;

/** Something for each list. */
export const byList = <T>(make: (list: RollCallList) => T): ByList<T> => ({
  aye: make('aye'),
  nay: make('nay'),
  abstain: make('abstain'),
  absence: make('absence'),
});

/** A term's members, ready to be looked for. */
export interface Members {
  people: Map<number, RollCallPerson>;
  /** Members of the term by their names. */
  known: NameIndex;
  /** Everybody else. */
  others: NameIndex;
  seats: Seats;
}

export function membersOf({ start, people }: RollCallPeople): Members {
  const byId = people.map((person) => ({ ...person, publicId: person.id }));
  return {
    people: new Map(people.map((person) => [person.id, person])),
    known: indexNames(byId.filter(({ changes }) => changes.length > 0)),
    others: indexNames(byId.filter(({ changes }) => changes.length === 0)),
    seats: seatsOf(start, new Map(people.map(({ id, changes }) => [id, changes]))),
  };
}

/** A name that does not mean one member; the editor says whom. */
export interface Question {
  key: string;
  list: RollCallList;
  written: string;
  kind: 'unknown' | 'namesakes';
  candidates: number[];
}

/** What the editor has done beside pasting. */
export interface Decisions {
  /** By the keys of questions: somebody, or nobody. */
  answers: Record<string, number | null>;
  /** Members taken out of lists, as `list id`. */
  removed: ReadonlySet<string>;
  /** Lists that the text names are replaced by it. */
  isReplacing: boolean;
}

export interface Composed {
  lists: ByList<number[]>;
  questions: Question[];
}

/** The lists that come of those in the form, of a text, and of what the editor decided; `first` has what has no heading. */
export function compose(
  current: ByList<number[]>,
  { parts }: Minutes,
  { first, members, decisions }: { first: RollCallList; members: Members; decisions: Decisions },
): Composed {
  const named = new Set(parts.map(({ list }) => list ?? first));
  const lists = byList((list) => (decisions.isReplacing && named.has(list) ? [] : [...current[list]]));
  const questions: Question[] = [];
  for (const [part, { list = first, names }] of parts.entries()) {
    for (const [index, { written, people }] of names.entries()) {
      const [only, ...others] = people;
      const key = `${part} ${index} ${written}`;
      const isSure = only !== undefined && others.length === 0;
      if (!isSure) questions.push({ key, list, written, ...candidatesOf(written, people, members) });
      const person = isSure ? only : decisions.answers[key];
      if (person != null && !lists[list].includes(person)) lists[list].push(person);
    }
  }
  const isKept = (list: RollCallList) => (id: number) => !decisions.removed.has(`${list} ${id}`);
  return { lists: byList((list) => lists[list].filter(isKept(list))), questions };
}

function candidatesOf(written: string, people: number[], { known, others }: Members) {
  if (people.length > 0) return { kind: 'namesakes' as const, candidates: people };
  const candidates = [...new Set([...known.similar(written), ...others.find(normalise(written))])];
  return { kind: 'unknown' as const, candidates };
}

/** What is odd about members in lists. */
export interface Oddities {
  /** In more than one list. */
  twice: ReadonlySet<number>;
  /** Without a seat on the day of the vote. */
  seatless: ReadonlySet<number>;
}

export function odditiesOf(lists: ByList<number[]>, { seats }: Members, day: number | null): Oddities {
  const all = LISTS.flatMap((list) => lists[list]);
  const twice = new Set(all.filter((id, index) => all.indexOf(id) !== index));
  const hasSeat = (id: number) => seats.forRep(id).some((seat) => day === null || isHeld(seat, day));
  return { twice, seatless: new Set(all.filter((id) => !hasSeat(id))) };
}
