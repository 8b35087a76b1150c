/**
 * Of what a record's title is made: its own attributes, by their names, and those of the records behind its to-one
 * relations. Data only, so that the functions and triggers that keep it can be derived (`store/titles.ts`). A part that
 * the record does not have is nothing.
 */
export type Part =
  | string
  | { day: string }
  | { behind: string; part: Part }
  | { either: Part[] }
  | { joined: Part[] }
  | { words: string[]; between: Part[] }
  | { whether: string; yes: string; no: string }
  | { short: Part; length: number };

/** The attribute that holds the title of a record, where its own ones make none that is readable. */
export const TITLE = 'record_title';

/** The longest title, in characters; what is longer ends with `…`. */
export const LONGEST_TITLE = 120;

/** A point in time, as the day that it is meant as: `2016-02-01`. */
export const day = (attribute: string): Part => ({ day: attribute });

/** A part of the record behind a to-one relation. */
export const behind = (relation: string, part: Part): Part => ({ behind: relation, part });

/** The first of several parts that there is. */
export const either = (...parts: Part[]): Part => ({ either: parts });

/** Parts apart by ` · `, without those that are nothing. */
export const joined = (...parts: Part[]): Part => ({ joined: parts });

/** Parts among words, as a template: `` phrase`第${'index'}屆` ``. Nothing when one of the parts is. */
export const phrase = (words: TemplateStringsArray, ...between: Part[]): Part => ({ words: [...words], between });

/** One text or the other, by a boolean attribute. */
export const whether = (attribute: string, yes: string, no: string): Part => ({ whether: attribute, yes, no });

/** A part of so many characters at most. */
export const short = (part: Part, length: number): Part => ({ short: part, length });

/** The attributes of the record itself that a part reads. */
export function ownAttributes(part: Part): string[] {
  if (typeof part === 'string') return [part];
  if ('day' in part) return [part.day];
  if ('whether' in part) return [part.whether];
  if ('behind' in part) return [];
  return unique(partsIn(part).flatMap(ownAttributes));
}

/** The relations that a part follows, each with the attributes that it reads of the records there. */
export function relationsBehind(part: Part): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const each of behindParts(part))
    found.set(each.behind, unique([...(found.get(each.behind) ?? []), ...ownAttributes(each.part)]));
  return found;
}

function behindParts(part: Part): { behind: string; part: Part }[] {
  if (typeof part === 'string' || 'day' in part || 'whether' in part) return [];
  return 'behind' in part ? [part] : partsIn(part).flatMap(behindParts);
}

function partsIn(
  part: Exclude<Part, string | { day: string } | { whether: string } | { behind: string; part: Part }>,
): Part[] {
  if ('either' in part) return part.either;
  if ('joined' in part) return part.joined;
  return 'between' in part ? part.between : [part.short];
}

const unique = (names: string[]): string[] => [...new Set(names)];
