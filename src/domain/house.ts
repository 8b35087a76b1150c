import type { RuleRecord } from '../common/findings';
import { type Json, type JsonObject, rowsIn } from '../common/json';
import { entryOf } from '../common/maps';
import { normalise } from '../common/text/normalise';
import { msOf } from '../common/time';
import { type SeatChange, type Seats, seatsOf } from './seats';
import { type Term, termOf } from './term';

/** What the rules know about a representative. */
export interface Rep {
  publicId: number;
  name: string;
  /** Epoch milliseconds. */
  birth: number | null;
  /** From -100 (female) to 100 (male). */
  gender: number | null;
  changes: SeatChange[];
}

/** The context that records are checked against: the terms, and who sat when. */
export interface House {
  term(index: number): Term | undefined;
  seats(term: number): Seats;
  reps(): Iterable<Rep>;
  /** Formats a representative: `王大明 (reps 12)`. */
  repText(publicId: number): string;
}

/** Fields to read from every stored record of these resources. */
export const HOUSE_FIELDS = {
  terms: ['start_date', 'end_date', 'sessions'],
  reps: ['name', 'birth_date', 'gender', 'terms'],
};

/** Opens an empty house. `see` adds a term or representative, or replaces a known one. */
export function openHouse(): House & { see(seen: RuleRecord): void } {
  const terms = new Map<number, Term>();
  const reps = new Map<number, Rep>();
  const seats = new Map<number, Seats>();
  return {
    see: ({ resource, number, record }) => {
      seats.clear();
      if (resource === 'reps') reps.set(number, repOf(number, record));
      const term = resource === 'terms' ? termOf(number, record) : undefined;
      if (term) terms.set(term.index, term);
    },
    term: (index) => terms.get(index),
    seats: (term) => entryOf(seats, term, () => seatsOf(terms.get(term)?.start ?? null, changesOf(reps, term))),
    reps: () => reps.values(),
    repText: (publicId) => {
      const name = reps.get(publicId)?.name ?? 'somebody';
      // A provisional public id means nothing to the reader.
      return publicId > 0 ? `${name} (reps ${publicId})` : name;
    },
  };
}

/** Extracts what the rules know about a representative. */
const repOf = (publicId: number, record: JsonObject): Rep => ({
  publicId,
  name: textOf(record.name),
  birth: msOf(record.birth_date),
  gender: record.gender as number | null,
  changes: rowsIn(record, 'terms').map((row) => ({
    term: row.term_index as number,
    at: msOf(row.change_date),
    type: row.change_type as string | null,
    district: normalise(textOf(row.district_name)),
  })),
});

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function changesOf(reps: Map<number, Rep>, term: number): Map<number, SeatChange[]> {
  const all = [...reps.values()].map(({ publicId, changes }): [number, SeatChange[]] => [
    publicId,
    changes.filter((each) => each.term === term),
  ]);
  return new Map(all.filter(([, own]) => own.length > 0));
}
