import { isObject } from '../../../../../../common/json';
import type { Fault } from '../../errors/errors';
import type { ParseContext } from '../../fields/parse-context';
import type { Entry } from '../../resource/name-fields';
import type { Resource } from '../../resource/resource';
import { choose } from './choose';
import type { Names } from './names';
import { tellAmbiguous, tellUnknown } from './tell';
import { isDigits, type Wanted, walk } from './walk';

/**
 * Puts identifiers in place of names in a record that has not been parsed: answers a copy, or the record itself where it
 * names nothing. A text that is no number names a record by one of the fields that its resource declares, and so does an
 * object of such fields without `id` (`{"official_seq_no": "90167"}`); what stands beside it narrows it. A tag that no
 * record is called stays a text. `stored` is what is stored of the record, for fields that a partial one does not have.
 * Errors, below `at`: UNKNOWN_REFERENCE with names that are like it, AMBIGUOUS with the records that have the name.
 */
export async function resolveNames(
  resource: Resource,
  value: unknown,
  names: Names,
  at: ParseContext,
  stored: Record<string, unknown> = {},
): Promise<unknown> {
  if (!isObject(value)) return value;
  const kinds = new Set<string>();
  const nameless = walk({ resource, value, stored, at, lookUp: ({ kind }) => void kinds.add(kind) });
  if (kinds.size === 0) return nameless;
  await names.load(kinds);
  return walk({ resource, value, stored, at, lookUp: (wanted) => lookUp(names, wanted) });
}

/** The faults of parsing a record beside those of its names: a name that is at fault is not told a second time. */
export function withFaultsOfNames(named: Fault[], parsed: Fault[]): Fault[] {
  const told = new Set(named.map(({ path }) => path));
  return [...named, ...parsed.filter(({ path }) => !told.has(path))];
}

/** The identifier behind a name, or the name of a record to be made; undefined where the value stays, faults noted. */
function lookUp(names: Names, { kind, called, isMade, beside, at }: Wanted): number | string | undefined {
  const found = choose(names, kind, called, beside);
  const [first, ...others] = found;
  if (isMade && first) return earliest(found);
  if (first && others.length === 0) return first.publicId;
  if (first) return at.fault('AMBIGUOUS', tellAmbiguous(names, kind, called, found, beside));
  const [text = ''] = called.texts.map((each) => each.text.trim());
  if (isDigits(text) && (isMade || !hasNamesOfDigits(names, kind))) return undefined;
  if (isMade) return names.spelling(kind, text);
  return at.fault('UNKNOWN_REFERENCE', tellUnknown(names, kind, called, beside));
}

/** Of several tags of one name the first counts, as everywhere; one that the import makes comes after those stored. */
function earliest(found: Entry[]): number {
  const numbers = found.map(({ publicId }) => publicId);
  const stored = numbers.filter((number) => number > 0);
  return stored.length > 0 ? Math.min(...stored) : Math.max(...numbers);
}

/** Where no name is written like a number, `007` is the identifier 7, as in bodies (decisions, 2.4). */
const hasNamesOfDigits = (names: Names, kind: string): boolean => [...names.of(kind).byName.keys()].some(isDigits);
