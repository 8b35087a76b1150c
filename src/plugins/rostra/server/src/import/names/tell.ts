import { entryOf } from '../../../../../../common/maps';
import { closest } from '../../../../../../common/text/closest';
import { normalise } from '../../../../../../common/text/normalise';
import type { Entry, Mark } from '../../resource/name-fields';
import { type Beside, type Called, calledSo, withinBeside } from './choose';
import type { MarkOf } from './entry';
import type { Names, NamesOf } from './names';

/** How many records of one name are told. */
const MOST = 5;

/**
 * Says that no record has a name, and which records have it elsewhere, or one that is like it:
 * `reps has no record named "王金坪"; like it: "王金平" (12)`.
 */
export function tellUnknown(names: Names, kind: string, called: Called, beside: Beside): string {
  const known = names.of(kind);
  const places = known.within.flatMap((mark) => {
    const value = beside(mark);
    return value === undefined ? [] : `${mark.name} ${tellMark(names, mark, value)}`;
  });
  const where = places.length > 0 ? ` within ${places.join(', ')}` : '';
  const fault = `${known.resource.name} has no record named ${quoted(called)}${where}`;
  return entryOf(known.unknown, fault, () => {
    const elsewhere = calledSo(known, called);
    const told = elsewhere.length > 0 ? `elsewhere: ${listed(names, known, called, elsewhere)}` : '';
    return [fault, told, likeIt(names, known, called, beside)].filter(Boolean).join('; ');
  });
}

/**
 * Says which records have one name, and what would tell them apart:
 * `reps has 2 records named "王明": 3 (term_index 1), 8 (term_index 5, 6); give the identifier of one, or its term_index`.
 */
export function tellAmbiguous(names: Names, kind: string, called: Called, found: Entry[], beside: Beside): string {
  const known = names.of(kind);
  const apart = known.apart.filter((mark) => mark.kind === undefined);
  const missing = [...known.within, ...apart].filter((mark) => beside(mark) === undefined);
  const or = missing.length > 0 ? `, or its ${missing.map(({ name }) => name).join(', ')}` : '';
  const records = listed(names, known, called, found);
  return `${known.resource.name} has ${found.length} records named ${quoted(called)}: ${records}; give the identifier of one${or}`;
}

function listed(names: Names, known: NamesOf, called: Called, entries: Entry[]): string {
  const told = entries.slice(0, MOST).map((entry) => tellEntry(names, known, called, entry));
  return [...told, ...(entries.length > MOST ? [`${entries.length - MOST} more`] : [])].join(', ');
}

function likeIt(names: Names, known: NamesOf, { texts }: Called, beside: Beside): string {
  const there = (key: string) => withinBeside(names, known, [...(known.byName.get(key) ?? [])], beside);
  const keys = [...known.byName.keys()].filter((key) => there(key).length > 0);
  const told = closest(normalise(texts[0]?.text ?? ''), keys).map((key) => {
    const [entry, ...others] = there(key);
    const name = Object.values(entry?.names ?? {}).find((each) => normalise(each) === key);
    return `"${name}" (${[entry, ...others].map((each) => tellNumber(each?.publicId ?? 0)).join(', ')})`;
  });
  return told.length > 0 ? `like it: ${told.join(', ')}` : '';
}

/** An identifier, the name of the record where it was called otherwise, and its marks. */
function tellEntry(names: Names, { resource, within, apart }: NamesOf, { texts }: Called, entry: Entry): string {
  const name = entry.names[resource.names.fields[0] ?? ''] ?? '';
  const isTold = texts.some(({ text }) => normalise(text) === normalise(name));
  const marks = [...within, ...apart].flatMap((mark) => {
    const values = [...new Set(entry.marks[mark.path] ?? [])].map((value) => tellMark(names, mark, value));
    return values.length > 0 ? `${mark.name} ${values.join(', ')}` : [];
  });
  const parts = [
    tellNumber(entry.publicId),
    name === '' || isTold ? '' : JSON.stringify(name),
    marks.length > 0 ? `(${marks.join('; ')})` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** A mark as people know it: the name of the record that it refers to. */
function tellMark(names: Names, { kind }: MarkOf, value: Mark): string {
  if (kind === undefined || typeof value === 'string') return String(value);
  const known = names.of(kind);
  const name = known.entries.get(value)?.names[known.resource.names.fields[0] ?? ''];
  return name ? `${name} [${tellNumber(value)}]` : tellNumber(value);
}

const tellNumber = (number: number): string => (number < 0 ? 'new' : String(number));

const quoted = ({ texts }: Called): string => texts.map(({ text }) => JSON.stringify(text)).join(', ');
