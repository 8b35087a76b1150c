import type { JsonObject } from './json';

/** The position of a record in the input. */
export interface RecordPosition {
  file: string;
  record: number;
  line?: number;
}

/** Identifies a record. */
export interface Origin {
  resource: string;
  /** The public id, or a provisional negative one. */
  number: number;
  /** Its position in the input, if it is part of it. */
  at?: RecordPosition;
}

/** Something suspicious in a valid record: not a fault, but worth a look. */
export interface Warning extends Origin {
  /** A constant in capitals for each rule. */
  code: string;
  /** The field, `aye[3]`. */
  path: string;
  /** A sentence: what is suspicious, and what to do. */
  message: string;
  /** How many records have the same cause, this one included. */
  records: number;
}

/** A record in canonical form with at least the fields that the rules read. */
export interface RuleRecord extends Origin {
  record: JsonObject;
}

/** Names of fields by resource. */
export type FieldsByResource = Record<string, string[]>;

/** The domain's rules, and the fields that they read. */
export interface Rules {
  /** Fields of all records that the rules need before they judge any: terms, people. */
  context: FieldsByResource;
  /** Fields of judged records. */
  judged: FieldsByResource;
  /** Fields of all other records of a resource, with which judged ones are compared. */
  compared: FieldsByResource;
  open(): RuleRun;
}

/** A run of the rules over records, one by one. It keeps only what it needs to judge later records. */
export interface RuleRun {
  /** Adds or updates a record of the context. */
  see(record: RuleRecord): void;
  /** Adds a record to compare with, without judging it. */
  compare(record: RuleRecord): void;
  /** Returns the warnings about a record. */
  judge(record: RuleRecord): Warning[];
  /** Returns the warnings about all judged records together. */
  finish(): Warning[];
}
