import type { JsonObject } from './json';

/** Where a record of the input stands. */
export interface Place {
  file: string;
  record: number;
  line?: number;
}

/** Which record is meant. */
export interface Origin {
  resource: string;
  /** The public identifier, or a provisional negative one. */
  number: number;
  /** Where it stands in the input, if it comes from there. */
  at?: Place;
}

/** Something odd in a record that is right in itself: no fault, but worth a look. */
export interface Warning extends Origin {
  /** Constant in capitals, one for each rule. */
  code: string;
  /** The field, `aye[3]`. */
  path: string;
  /** A sentence: what is odd, and what to do. */
  message: string;
  /** How many records it stands for, this one included, where many have one cause. */
  records: number;
}

/** A record in its canonical form, of which at least the fields that the rules read are there. */
export interface RuleRecord extends Origin {
  record: JsonObject;
}

/** Fields by the name of the resource. */
export type FieldsByResource = Record<string, string[]>;

/** The domain's rules, as the application declares them: what they read, and how they begin. */
export interface Rules {
  /** What they need of every record there is before the first one is judged: terms, people. */
  context: FieldsByResource;
  /** What they read of the records that are judged. */
  judged: FieldsByResource;
  /** What they compare judged records with, of all others of the resource. */
  compared: FieldsByResource;
  open(): RuleRun;
}

/** Rules at work. Records come one by one; only what later ones are judged by is kept of them. */
export interface RuleRun {
  /** Takes a record of the context, or takes it anew. */
  see(seen: RuleRecord): void;
  /** Takes a record that is not judged itself. */
  compare(seen: RuleRecord): void;
  /** What is odd about a record in the light of those seen. */
  judge(seen: RuleRecord): Warning[];
  /** What is odd about the judged records together. */
  finish(): Warning[];
}
