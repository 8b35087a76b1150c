import { entryOf } from '../../../../../../common/maps';
import { closest } from '../../../../../../common/text/closest';
import { normalise } from '../../../../../../common/text/normalise';
import type { Entry, Mark } from '../../resource/name-fields';
import { entriesByName, filterByContext, type MarkContext, type RecordName } from './candidates';
import type { MarkSpec } from './entry';
import type { Names, ResourceNames } from './names';

/** How many records a message lists. */
const MAX_LISTED = 5;

/**
 * The message for a name that no record has. Adds records with this name in another context, and similar names:
 * `reps has no record named "王金坪"; similar: "王金平" (12)`.
 */
export function describeUnknown(names: Names, kind: string, name: RecordName, context: MarkContext): string {
  const known = names.of(kind);
  const places = known.within.flatMap((mark) => {
    const value = context(mark);
    return value === undefined ? [] : `${mark.name} ${describeMark(names, mark, value)}`;
  });
  const where = places.length > 0 ? ` within ${places.join(', ')}` : '';
  const fault = `${known.resource.name} has no record named ${quote(name)}${where}`;
  return entryOf(known.unknown, fault, () => {
    const elsewhere = entriesByName(known, name);
    const hint = elsewhere.length > 0 ? `elsewhere: ${listEntries(names, known, name, elsewhere)}` : '';
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
  candidates: Entry[],
  context: MarkContext,
): string {
  const known = names.of(kind);
  const apart = known.apart.filter((mark) => mark.kind === undefined);
  const missing = [...known.within, ...apart].filter((mark) => context(mark) === undefined);
  const or = missing.length > 0 ? `, or its ${missing.map((mark) => mark.name).join(', ')}` : '';
  const records = listEntries(names, known, name, candidates);
  return `${known.resource.name} has ${candidates.length} records named ${quote(name)}: ${records}; give the identifier of one${or}`;
}

function listEntries(names: Names, known: ResourceNames, name: RecordName, entries: Entry[]): string {
  const listed = entries.slice(0, MAX_LISTED).map((entry) => describeEntry(names, known, name, entry));
  const more = entries.length - MAX_LISTED;
  return [...listed, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

function listSimilar(names: Names, known: ResourceNames, { texts }: RecordName, context: MarkContext): string {
  const entriesOf = (key: string) => filterByContext(names, known, [...(known.byName.get(key) ?? [])], context);
  const keys = [...known.byName.keys()].filter((key) => entriesOf(key).length > 0);
  const similar = closest(normalise(texts[0]?.text ?? ''), keys).map((key) => {
    const [entry, ...others] = entriesOf(key);
    const name = Object.values(entry?.names ?? {}).find((each) => normalise(each) === key);
    return `"${name}" (${[entry, ...others].map((each) => describeId(each?.publicId ?? 0)).join(', ')})`;
  });
  return similar.length > 0 ? `similar: ${similar.join(', ')}` : '';
}

/** A record's public id, its name if that differs from the given one, and its marks. */
function describeEntry(
  names: Names,
  { resource, within, apart }: ResourceNames,
  { texts }: RecordName,
  entry: Entry,
): string {
  const name = entry.names[resource.names.fields[0] ?? ''] ?? '';
  const isGiven = texts.some(({ text }) => normalise(text) === normalise(name));
  const marks = [...within, ...apart].flatMap((mark) => {
    const values = [...new Set(entry.marks[mark.path] ?? [])].map((value) => describeMark(names, mark, value));
    return values.length > 0 ? `${mark.name} ${values.join(', ')}` : [];
  });
  const parts = [
    describeId(entry.publicId),
    name === '' || isGiven ? '' : JSON.stringify(name),
    marks.length > 0 ? `(${marks.join('; ')})` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** The value of a mark; for a reference, the name of its target. */
function describeMark(names: Names, { kind }: MarkSpec, value: Mark): string {
  if (kind === undefined || typeof value === 'string') return String(value);
  const known = names.of(kind);
  const name = known.entries.get(value)?.names[known.resource.names.fields[0] ?? ''];
  return name ? `${name} [${describeId(value)}]` : describeId(value);
}

const describeId = (publicId: number): string => (publicId < 0 ? 'new' : String(publicId));

const quote = ({ texts }: RecordName): string => texts.map(({ text }) => JSON.stringify(text)).join(', ');
