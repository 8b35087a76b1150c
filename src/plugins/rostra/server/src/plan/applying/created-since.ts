import { parseContext } from '../../fields/parse-context';
import { canMatch, openMatcher, type RecordMatcher } from '../../import/names/match';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { findByName } from '../../store/read-many';
import type { Change } from '../types';

/** New records of a plan that somebody else has created since, by their provisional ids. */
export interface CreatedSince {
  /** Tags: the plan uses the stored ones. */
  reusable: Map<number, { publicId: number; row: number }>;
  /** Records that match a stored one by now: the plan is refused. */
  conflicting: Set<number>;
}

/**
 * Prepares to find new records of these resources that somebody has created since the plan was made. `match` are the fields
 * by which the plan matched records. Call it before the plan's own records are inserted.
 */
export async function openCreatedSince(
  resources: Iterable<Resource>,
  match: string[] | undefined,
  run: Run,
): Promise<(resource: Resource, changes: Change[]) => Promise<CreatedSince>> {
  const matches = new Map<Resource, RecordMatcher>();
  for (const resource of resources) {
    if (match && canMatch(resource, match)) matches.set(resource, await openMatcher(resource, match, run));
  }
  return async (resource, changes) => {
    const conflicting = new Set<number>();
    if (changes[0]?.isNamed) return { reusable: await withSameName(resource, changes, run), conflicting };
    const matching = matches.get(resource);
    for (const { number, to } of matching ? changes : []) {
      const at = parseContext();
      const matched = matching?.(to, at);
      const isAmbiguous = at.findings.faults.some(({ code }) => code === 'AMBIGUOUS');
      if (isAmbiguous || (matched && matched.publicId !== null)) conflicting.add(number);
    }
    return { reusable: new Map(), conflicting };
  };
}

async function withSameName(resource: Resource, changes: Change[], run: Run): Promise<CreatedSince['reusable']> {
  const names = changes.map(({ to }) => to.name as string);
  const tags = await findByName(resource, names, run);
  return new Map(
    changes.flatMap(({ number, to }) => {
      const stored = tags.get(to.name as string);
      return stored ? [[number, stored]] : [];
    }),
  );
}
