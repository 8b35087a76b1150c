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
