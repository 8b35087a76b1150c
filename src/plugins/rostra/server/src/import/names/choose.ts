import { normalise } from '../../../../../../common/text/normalise';
import type { Entry, Mark } from '../../resource/name-fields';
import type { MarkOf } from './entry';
import type { Names, NamesOf } from './names';

/** What names a record: texts, each for a field or (`undefined`) for any; all of them must fit. */
export interface Called {
  texts: { text: string; field?: string }[];
}

/** What stands beside the name for a mark; undefined where nothing does. */
export type Beside = (mark: MarkOf) => Mark | undefined;

/**
 * The records that a name can mean: those that are called so, within what stands beside it. Of several, those which agree
 * with what tells namesakes apart, where there are such; of several still, those that are written in just this way.
 */
export function choose(names: Names, kind: string, called: Called, beside: Beside): Entry[] {
  const known = names.of(kind);
  let found = withinBeside(names, known, calledSo(known, called), beside);
  for (const mark of known.apart) {
    if (found.length > 1) found = someOrAll(found, (entry) => agrees(names, entry, mark, beside(mark)));
  }
  return found.length > 1 ? someOrAll(found, (entry) => isWrittenSo(entry, called)) : found;
}

/** Those of some entries whose references agree with what stands beside the name. */
export const withinBeside = (names: Names, { within }: NamesOf, entries: Entry[], beside: Beside): Entry[] =>
  within.reduce((found, mark) => {
    const value = beside(mark);
    return value === undefined ? found : found.filter((entry) => agrees(names, entry, mark, value));
  }, entries);

/** The records that are called so, wherever they belong. */
export function calledSo({ byName }: NamesOf, { texts }: Called): Entry[] {
  const [first, ...others] = texts.map(({ text, field }) => {
    const key = normalise(text);
    const found = [...(byName.get(key) ?? [])];
    return field === undefined ? found : found.filter(({ names }) => normalise(names[field] ?? '') === key);
  });
  return (first ?? []).filter((entry) => others.every((other) => other.includes(entry)));
}

const isWrittenSo = ({ names }: Entry, { texts }: Called): boolean =>
  texts.every(({ text, field }) => (field === undefined ? Object.values(names).includes(text) : names[field] === text));

function agrees(names: Names, { marks }: Entry, { path, kind }: MarkOf, value: Mark | undefined): boolean {
  if (value === undefined) return false;
  const own = marks[path] ?? [];
  if (kind === undefined) return own.some((mark) => normalise(String(mark)) === normalise(String(value)));
  return own.some((mark) => mark === value || (typeof mark === 'string' && isNamed(names, kind, mark, value)));
}

/** Whether a reference of a record of the import, which still is a name, means this record. */
function isNamed(names: Names, kind: string, mark: string, value: Mark): boolean {
  const [only, ...others] = choose(names, kind, { texts: [{ text: mark }] }, () => undefined);
  return only?.publicId === value && others.length === 0;
}

function someOrAll<T>(all: T[], is: (one: T) => boolean): T[] {
  const some = all.filter(is);
  return some.length > 0 ? some : all;
}
