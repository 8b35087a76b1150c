import { normalise } from '../../../../../../common/text/normalise';
import type { Entry, Mark } from '../../resource/name-fields';
import type { MarkSpec } from './entry';
import type { Names, ResourceNames } from './names';

/** A name in the input: one or more texts, each for a field or (`undefined`) for any field. All of them must match. */
export interface RecordName {
  texts: { text: string; field?: string }[];
}

/** Returns the value that the record around a name has for a mark; undefined if it has none. */
export type MarkContext = (mark: MarkSpec) => Mark | undefined;

/**
 * Finds the records that a name can mean: those with this name and the `within` marks of the context. Among several,
 * prefers records that also agree with the `apart` marks, then records with exactly this spelling.
 */
export function findCandidates(names: Names, kind: string, name: RecordName, context: MarkContext): Entry[] {
  const known = names.of(kind);
  let candidates = filterByContext(names, known, entriesByName(known, name), context);
  for (const mark of known.apart) {
    if (candidates.length > 1) candidates = prefer(candidates, (entry) => agrees(names, entry, mark, context(mark)));
  }
  return candidates.length > 1 ? prefer(candidates, (entry) => hasSpelling(entry, name)) : candidates;
}

/** The entries whose `within` marks agree with the context. */
export const filterByContext = (
  names: Names,
  { within }: ResourceNames,
  entries: Entry[],
  context: MarkContext,
): Entry[] =>
  within.reduce((rest, mark) => {
    const value = context(mark);
    return value === undefined ? rest : rest.filter((entry) => agrees(names, entry, mark, value));
  }, entries);

/** The records with a name, in any context. */
export function entriesByName({ byName }: ResourceNames, { texts }: RecordName): Entry[] {
  const [first, ...others] = texts.map(({ text, field }) => {
    const key = normalise(text);
    const entries = [...(byName.get(key) ?? [])];
    return field === undefined ? entries : entries.filter(({ names }) => normalise(names[field] ?? '') === key);
  });
  return (first ?? []).filter((entry) => others.every((other) => other.includes(entry)));
}

const hasSpelling = ({ names }: Entry, { texts }: RecordName): boolean =>
  texts.every(({ text, field }) => (field === undefined ? Object.values(names).includes(text) : names[field] === text));

function agrees(names: Names, { marks }: Entry, { path, kind }: MarkSpec, value: Mark | undefined): boolean {
  if (value === undefined) return false;
  const own = marks[path] ?? [];
  if (kind === undefined) return own.some((mark) => normalise(String(mark)) === normalise(String(value)));
  return own.some((mark) => mark === value || (typeof mark === 'string' && isNameOf(names, kind, mark, value)));
}

/** Whether a reference of an input record, still a name, means the record with this public id and no other. */
function isNameOf(names: Names, kind: string, mark: string, value: Mark): boolean {
  const [only, ...others] = findCandidates(names, kind, { texts: [{ text: mark }] }, () => undefined);
  return only?.publicId === value && others.length === 0;
}

/** The items that meet a condition; all items if none does. */
function prefer<T>(items: T[], condition: (item: T) => boolean): T[] {
  const preferred = items.filter(condition);
  return preferred.length > 0 ? preferred : items;
}
