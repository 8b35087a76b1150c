import { normalise } from '../../../../../../common/text/normalise';
import type { NamedRecord, QualifierValue } from '../../resource/name-fields';
import type { Qualifier } from './named-record';
import type { Names, ResourceNames } from './names';

/** A name in the input: one or more texts, each for a field or (`undefined`) for any field. All of them must match. */
export interface RecordName {
  texts: { text: string; field?: string }[];
}

/** Returns the value that the record around a name has for a qualifier; undefined if it has none. */
export type QualifierContext = (qualifier: Qualifier) => QualifierValue | undefined;

/**
 * Finds the records that a name can mean: those with this name whose scope agrees with the context. Among several,
 * prefers records whose tie breakers also agree, then records with exactly this spelling.
 */
export function findCandidates(names: Names, kind: string, name: RecordName, context: QualifierContext): NamedRecord[] {
  const known = names.forKind(kind);
  let candidates = filterByContext(names, known, recordsByName(known, name), context);
  for (const qualifier of known.tieBreakers) {
    if (candidates.length > 1)
      candidates = prefer(candidates, (record) => agrees(names, record, qualifier, context(qualifier)));
  }
  return candidates.length > 1 ? prefer(candidates, (record) => hasSpelling(record, name)) : candidates;
}

/** The records whose scope agrees with the context. */
export const filterByContext = (
  names: Names,
  { scope }: ResourceNames,
  records: NamedRecord[],
  context: QualifierContext,
): NamedRecord[] =>
  scope.reduce((rest, qualifier) => {
    const value = context(qualifier);
    return value === undefined ? rest : rest.filter((record) => agrees(names, record, qualifier, value));
  }, records);

/** The records with a name, in any context. */
export function recordsByName({ byName }: ResourceNames, { texts }: RecordName): NamedRecord[] {
  const [first, ...others] = texts.map(({ text, field }) => {
    const key = normalise(text);
    const records = [...(byName.get(key) ?? [])];
    return field === undefined ? records : records.filter(({ names }) => normalise(names[field] ?? '') === key);
  });
  return (first ?? []).filter((record) => others.every((other) => other.includes(record)));
}

const hasSpelling = ({ names }: NamedRecord, { texts }: RecordName): boolean =>
  texts.every(({ text, field }) => (field === undefined ? Object.values(names).includes(text) : names[field] === text));

function agrees(
  names: Names,
  { qualifiers }: NamedRecord,
  { path, kind }: Qualifier,
  value: QualifierValue | undefined,
): boolean {
  if (value === undefined) return false;
  const values = qualifiers[path] ?? [];
  if (kind === undefined) return values.some((each) => normalise(String(each)) === normalise(String(value)));
  return values.some((each) => each === value || (typeof each === 'string' && isNameOf(names, kind, each, value)));
}

/** Whether a reference of an input record, still a name, means the record with this public id and no other. */
function isNameOf(names: Names, kind: string, name: string, value: QualifierValue): boolean {
  const [only, ...others] = findCandidates(names, kind, { texts: [{ text: name }] }, () => undefined);
  return only?.publicId === value && others.length === 0;
}

/** The items that meet a condition; all items if none does. */
function prefer<T>(items: T[], condition: (item: T) => boolean): T[] {
  const preferred = items.filter(condition);
  return preferred.length > 0 ? preferred : items;
}
