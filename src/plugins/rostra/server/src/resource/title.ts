/**
 * A part of a record's title: attributes of the record by name, and of the records of its to-one relations. Plain data,
 * from which `store/titles.ts` derives the functions and triggers that maintain the title. Missing values are null.
 */
export type TitlePart =
  | string
  | { day: string }
  | { related: string; part: TitlePart }
  | { firstOf: TitlePart[] }
  | { join: TitlePart[] }
  | { words: string[]; between: TitlePart[] }
  | { boolean: string; yes: string; no: string }
  | { truncate: TitlePart; length: number };

/** The attribute that stores the title of records without a readable attribute. */
export const TITLE = 'record_title';

/** The maximum length of a title in characters; longer ones are cut and end with `…`. */
export const LONGEST_TITLE = 120;

/** A timestamp as its day: `2016-02-01`. */
export const day = (attribute: string): TitlePart => ({ day: attribute });

/** A part of the record of a to-one relation. */
export const related = (relation: string, part: TitlePart): TitlePart => ({ related: relation, part });

/** The first part that is not null. */
export const firstOf = (...parts: TitlePart[]): TitlePart => ({ firstOf: parts });

/** The parts that are not null, separated by ` · `. */
export const joinParts = (...parts: TitlePart[]): TitlePart => ({ join: parts });

/** A template: `` phrase`第${'index'}屆` ``. Null if one of its parts is null. */
export const phrase = (words: TemplateStringsArray, ...between: TitlePart[]): TitlePart => ({
  words: [...words],
  between,
});

/** One of two texts, by a boolean attribute. */
export const booleanText = (attribute: string, yes: string, no: string): TitlePart => ({ boolean: attribute, yes, no });

/** A part, cut to `length` characters. */
export const truncate = (part: TitlePart, length: number): TitlePart => ({ truncate: part, length });

/** The attributes of the record itself that a part reads. */
export function ownAttributes(part: TitlePart): string[] {
  if (typeof part === 'string') return [part];
  if ('day' in part) return [part.day];
  if ('boolean' in part) return [part.boolean];
  if ('related' in part) return [];
  return unique(partsIn(part).flatMap(ownAttributes));
}

/** The relations that a part follows, each with the attributes that it reads of the related records. */
export function relatedAttributes(part: TitlePart): Map<string, string[]> {
  const attributes = new Map<string, string[]>();
  for (const each of relatedParts(part))
    attributes.set(each.related, unique([...(attributes.get(each.related) ?? []), ...ownAttributes(each.part)]));
  return attributes;
}

function relatedParts(part: TitlePart): { related: string; part: TitlePart }[] {
  if (typeof part === 'string' || 'day' in part || 'boolean' in part) return [];
  return 'related' in part ? [part] : partsIn(part).flatMap(relatedParts);
}

function partsIn(
  part: Exclude<TitlePart, string | { day: string } | { boolean: string } | { related: string; part: TitlePart }>,
): TitlePart[] {
  if ('firstOf' in part) return part.firstOf;
  if ('join' in part) return part.join;
  return 'between' in part ? part.between : [part.truncate];
}

const unique = (names: string[]): string[] => [...new Set(names)];
