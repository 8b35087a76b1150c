import { entryOf } from '../../../../../../common/maps';
import { closest } from '../../../../../../common/text/closest';
import { normalise } from '../../../../../../common/text/normalise';
import type { NamedRecord, QualifierValue } from '../../resource/name-fields';
import { filterByContext, type QualifierContext, type RecordName, recordsByName } from './candidates';
import type { Qualifier } from './named-record';
import type { Names, ResourceNames } from './names';

/** How many records a message lists. */
const MAX_LISTED = 5;

/**
 * The message for a name that no record has. Adds records with this name in another context, and similar names:
 * `reps has no record named "王金坪"; similar: "王金平" (12)`.
 */
export function describeUnknown(names: Names, kind: string, name: RecordName, context: QualifierContext): string {
  const known = names.forKind(kind);
  const places = known.scope.flatMap((qualifier) => {
    const value = context(qualifier);
    return value === undefined ? [] : `${qualifier.name} ${describeQualifier(names, qualifier, value)}`;
  });
  const where = places.length > 0 ? ` within ${places.join(', ')}` : '';
  const fault = `${known.resource.name} has no record named ${quote(name)}${where}`;
  return entryOf(known.unknown, fault, () => {
    const elsewhere = recordsByName(known, name);
    const hint = elsewhere.length > 0 ? `elsewhere: ${listRecords(names, known, name, elsewhere)}` : '';
    return [fault, hint, listSimilar(names, known, name, context)].filter(Boolean).join('; ');
  });
}

/**
 * The message for a name that several records have, with the values that would tell them apart:
 * `reps has 2 records named "王明": 3 (term_index 1), 8 (term_index 5, 6); give the identifier of one, or its term_index`.
 */
export function describeAmbiguous(
  names: Names,
  kind: string,
  name: RecordName,
  candidates: NamedRecord[],
  context: QualifierContext,
): string {
  const known = names.forKind(kind);
  const tieBreakers = known.tieBreakers.filter((qualifier) => qualifier.kind === undefined);
  const missing = [...known.scope, ...tieBreakers].filter((qualifier) => context(qualifier) === undefined);
  const or = missing.length > 0 ? `, or its ${missing.map((qualifier) => qualifier.name).join(', ')}` : '';
  const records = listRecords(names, known, name, candidates);
  return `${known.resource.name} has ${candidates.length} records named ${quote(name)}: ${records}; give the identifier of one${or}`;
}

function listRecords(names: Names, known: ResourceNames, name: RecordName, records: NamedRecord[]): string {
  const listed = records.slice(0, MAX_LISTED).map((record) => describeRecord(names, known, name, record));
  const more = records.length - MAX_LISTED;
  return [...listed, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function listSimilar(names: Names, known: ResourceNames, { texts }: RecordName, context: QualifierContext): string {
  const recordsOf = (key: string) => filterByContext(names, known, [...(known.byName.get(key) ?? [])], context);
  const keys = [...known.byName.keys()].filter((key) => recordsOf(key).length > 0);
  const similar = closest(normalise(texts[0]?.text ?? ''), keys).map((key) => {
    const [record, ...others] = recordsOf(key);
    const name = Object.values(record?.names ?? {}).find((each) => normalise(each) === key);
    return `"${name}" (${[record, ...others].map((each) => describeId(each?.publicId ?? 0)).join(', ')})`;
  });
  return similar.length > 0 ? `similar: ${similar.join(', ')}` : '';
}

/** A record's public id, its name if that differs from the given one, and its qualifiers. */
function describeRecord(
  names: Names,
  { resource, scope, tieBreakers }: ResourceNames,
  { texts }: RecordName,
  record: NamedRecord,
): string {
  const name = record.names[resource.names.fields[0] ?? ''] ?? '';
  const isGiven = texts.some(({ text }) => normalise(text) === normalise(name));
  const qualifiers = [...scope, ...tieBreakers].flatMap((qualifier) => {
    const values = [...new Set(record.qualifiers[qualifier.path] ?? [])].map((value) =>
      describeQualifier(names, qualifier, value),
    );
    return values.length > 0 ? `${qualifier.name} ${values.join(', ')}` : [];
  });
  const parts = [
    describeId(record.publicId),
    name === '' || isGiven ? '' : JSON.stringify(name),
    qualifiers.length > 0 ? `(${qualifiers.join('; ')})` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** The value of a qualifier; for a reference, the name of its target. */
function describeQualifier(names: Names, { kind }: Qualifier, value: QualifierValue): string {
  if (kind === undefined || typeof value === 'string') return String(value);
  const known = names.forKind(kind);
  const name = known.records.get(value)?.names[known.resource.names.fields[0] ?? ''];
  return name ? `${name} [${describeId(value)}]` : describeId(value);
}

const describeId = (publicId: number): string => (publicId < 0 ? 'new' : String(publicId));

const quote = ({ texts }: RecordName): string => texts.map(({ text }) => JSON.stringify(text)).join(', ');
