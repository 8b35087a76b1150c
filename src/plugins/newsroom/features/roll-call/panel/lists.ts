import { normalise } from '../../../../../common/text/normalise';
import { indexNames, type Minutes, type NameIndex, type RollCallList } from '../../../../../domain/minutes';
import { isHeld, type Seats, seatsOf } from '../../../../../domain/seats';
import type { RollCallPeople, RollCallPerson } from '../shared/roll-call';

/** The lists of a vote, in the order of its form. */
export const LISTS: RollCallList[] = ['aye', 'nay', 'abstain', 'absence'];

export type ListMap<T> = Record<RollCallList, T>;

/** Makes a value for each list. */
export const mapLists = <T>(make: (list: RollCallList) => T): ListMap<T> => ({
  aye: make('aye'),
  nay: make('nay'),
  abstain: make('abstain'),
  absence: make('absence'),
});

/** The representatives of a term, indexed for lookups. */
export interface Members {
  people: Map<number, RollCallPerson>;
  /** Members of the term, by name. */
  byName: NameIndex;
  /** All other representatives, by name. */
  othersByName: NameIndex;
  seats: Seats;
}

export function membersOf({ start, people }: RollCallPeople): Members {
  const byId = people.map((person) => ({ ...person, publicId: person.id }));
  return {
    people: new Map(people.map((person) => [person.id, person])),
    byName: indexNames(byId.filter(({ changes }) => changes.length > 0)),
    othersByName: indexNames(byId.filter(({ changes }) => changes.length === 0)),
    seats: seatsOf(start, new Map(people.map(({ id, changes }) => [id, changes]))),
  };
}

/** A name that does not match exactly one member, for the editor to decide. */
export interface Question {
  key: string;
  list: RollCallList;
  written: string;
  kind: 'unknown' | 'namesakes';
  candidates: number[];
}

/** The editor's decisions after pasting. */
export interface Decisions {
  /** The chosen person by the key of the question; null for nobody. */
  answers: Record<string, number | null>;
  /** Members removed from lists, as `list id`. */
  removed: ReadonlySet<string>;
  /** Whether the text replaces the lists that it names, instead of adding to them. */
  isReplacing: boolean;
}

export interface RollCallDraft {
  lists: ListMap<number[]>;
  questions: Question[];
}

/** Combines the form's lists, a text and the editor's decisions. Names without a heading go to the list `first`. */
export function compose(
  current: ListMap<number[]>,
  { parts }: Minutes,
  { first, members, decisions }: { first: RollCallList; members: Members; decisions: Decisions },
): RollCallDraft {
  const named = new Set(parts.map(({ list }) => list ?? first));
  const lists = mapLists((list) => (decisions.isReplacing && named.has(list) ? [] : [...current[list]]));
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
  const isPresent = (list: RollCallList) => (id: number) => !decisions.removed.has(`${list} ${id}`);
  return { lists: mapLists((list) => lists[list].filter(isPresent(list))), questions };
}

function candidatesOf(written: string, people: number[], { byName, othersByName }: Members) {
  if (people.length > 0) return { kind: 'namesakes' as const, candidates: people };
  const candidates = [...new Set([...byName.similar(written), ...othersByName.find(normalise(written))])];
  return { kind: 'unknown' as const, candidates };
}

/** Suspicious members of the lists. */
export interface ListFindings {
  /** Listed more than once. */
  duplicate: ReadonlySet<number>;
  /** Without a seat on the day of the vote. */
  seatless: ReadonlySet<number>;
}

export function findingsOf(lists: ListMap<number[]>, { seats }: Members, day: number | null): ListFindings {
  const all = LISTS.flatMap((list) => lists[list]);
  const duplicate = new Set(all.filter((id, index) => all.indexOf(id) !== index));
  const hasSeat = (id: number) => seats.forRep(id).some((seat) => day === null || isHeld(seat, day));
  return { duplicate, seatless: new Set(all.filter((id) => !hasSeat(id))) };
}
