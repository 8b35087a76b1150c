/** By what a record may be named where its identifier is expected, in files that people write. */
export interface NamedBy {
  /** Fields, each of which names it: the title of an act, or its official number. None: it has no name. */
  fields: string[];
  /** References that must agree with the one beside the name: a question is named within its topic. */
  within: string[];
  /**
   * Values that choose among namesakes, and tell them apart in messages: references, or numbers in nested rows
   * (`terms.term_index`: of two people the one who served in the term that the record has, too).
   */
  apart: string[];
}

/** How a resource declares it: fields alone, or with what narrows them. */
export type NamesDeclared<Name extends string = string> =
  | Name[]
  | { fields: Name[]; within?: Name[]; apart?: (Name | `${Name}.${string}`)[] };

/** The whole of a declaration. */
export function namedBy(declared: NamesDeclared = []): NamedBy {
  const { fields, within = [], apart = [] } = Array.isArray(declared) ? { fields: declared } : declared;
  return { fields, within, apart };
}

/** What a record is called, and what tells it from its namesakes. */
export interface Entry {
  /** Its public id; a negative one is provisional: the import will create the record. */
  publicId: number;
  /** Names by the field that holds them, as they are written. */
  names: Record<string, string>;
  /** By the paths of `within` and `apart`: numbers, or names where an import gives names. */
  marks: Record<string, Mark[]>;
}

/** A value that tells namesakes apart. */
export type Mark = number | string;

/** The two steps of a path: a field, and a field of its rows. */
export function stepsOf(path: string): [string, string | undefined] {
  const [first = '', nested] = path.split('.');
  return [first, nested];
}
