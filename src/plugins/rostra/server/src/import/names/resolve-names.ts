import { isObject } from '../../../../../../common/json';
import type { Fault } from '../../errors/errors';
import type { ParseContext } from '../../fields/parse-context';
import type { NamedRecord } from '../../resource/name-fields';
import type { Resource } from '../../resource/resource';
import { findCandidates } from './candidates';
import { describeAmbiguous, describeUnknown } from './name-faults';
import type { Names } from './names';
import { isDigits, type NameReference, walk } from './walk';

/**
 * Replaces names by public ids in a record that is not yet parsed. Returns a copy, or the record itself if it contains no
 * names. A name is text other than a number, or an object without `id` (`{"official_seq_no": "90167"}`); it is compared with
 * the fields that the target resource declares as names, and narrowed by the fields around it. The name of a tag that does
 * not exist yet stays text. `stored` is the stored record, for fields that a partial record lacks. Faults:
 * UNKNOWN_REFERENCE with similar names, AMBIGUOUS with the records of this name.
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
  const unresolved = walk({ resource, value, stored, at, lookUp: ({ kind }) => void kinds.add(kind) });
  if (kinds.size === 0) return unresolved;
  await names.load(kinds);
  return walk({ resource, value, stored, at, lookUp: (reference) => lookUp(names, reference) });
}

/** Combines the faults of names and of parsing. Of two faults at one path, keeps the one of the name. */
export function mergeNameFaults(nameFaults: Fault[], parseFaults: Fault[]): Fault[] {
  const paths = new Set(nameFaults.map(({ path }) => path));
  return [...nameFaults, ...parseFaults.filter(({ path }) => !paths.has(path))];
}

/** The public id for a name, or the name of a record to create; undefined if the value stays as it is. Notes faults. */
function lookUp(names: Names, { kind, name, mayCreate, context, at }: NameReference): number | string | undefined {
  const candidates = findCandidates(names, kind, name, context);
  const [first, ...others] = candidates;
  if (mayCreate && first) return earliest(candidates);
  if (first && others.length === 0) return first.publicId;
  if (first) return at.fault('AMBIGUOUS', describeAmbiguous(names, kind, name, candidates, context));
  const [text = ''] = name.texts.map((each) => each.text.trim());
  if (isDigits(text) && (mayCreate || !hasNumericNames(names, kind))) return undefined;
  if (mayCreate) return names.spelling(kind, text);
  return at.fault('UNKNOWN_REFERENCE', describeUnknown(names, kind, name, context));
}

/** The first of several tags of one name: stored ones come before those that the import creates. */
function earliest(candidates: NamedRecord[]): number {
  const publicIds = candidates.map(({ publicId }) => publicId);
  const stored = publicIds.filter((publicId) => publicId > 0);
  return stored.length > 0 ? Math.min(...stored) : Math.max(...publicIds);
}

/** Without numeric names, `007` is the identifier 7, as in request bodies (conventions 2.4). */
const hasNumericNames = (names: Names, kind: string): boolean => [...names.forKind(kind).byName.keys()].some(isDigits);
