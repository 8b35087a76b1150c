/** The names that imports accept for a record in place of its identifier. */
export interface NameFields {
  /** Each of these fields is a name: the title of an act, or its official number. Empty: identifiers only. */
  fields: string[];
  /** References that scope a name: a question's name is looked up within the topic given next to it. */
  scope: string[];
  /**
   * Values that decide between namesakes and distinguish them in messages: references, or numbers in nested rows
   * (`terms.term_index`: of two people, the one who served in the term that the record gives).
   */
  tieBreakers: string[];
}

/** How a resource declares its names: fields alone, or with a scope and tie breakers. */
export type NameDeclaration<Name extends string = string> =
  | Name[]
  | { fields: Name[]; scope?: Name[]; tieBreakers?: (Name | `${Name}.${string}`)[] };

/** A name declaration with its defaults filled in. */
export function nameFields(declaration: NameDeclaration = []): NameFields {
  const { fields, scope = [], tieBreakers = [] } = Array.isArray(declaration) ? { fields: declaration } : declaration;
  return { fields, scope, tieBreakers };
}

/** The names of a record, and what distinguishes it from its namesakes. */
export interface NamedRecord {
  /** The public id; a negative one is provisional: the import will create the record. */
  publicId: number;
  /** Names as written, by the field that holds them. */
  names: Record<string, string>;
  /** By the paths of `scope` and `tieBreakers`: numbers, or names where an import gives names. */
  qualifiers: Record<string, QualifierValue[]>;
}

/** A value that distinguishes namesakes. */
export type QualifierValue = number | string;

/** The two steps of a path: a field, and a field of its rows. */
export function stepsOf(path: string): [string, string | undefined] {
  const [first = '', nested] = path.split('.');
  return [first, nested];
}
