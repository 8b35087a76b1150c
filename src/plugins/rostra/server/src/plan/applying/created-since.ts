import { parseContext } from '../../fields/parse-context';
import { canMatch, openMatcher, type RecordMatcher } from '../../import/names/match';
import { resourceByName } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { identifiedAt } from '../../store/external-ids/external-ids';
import { findByName } from '../../store/read-many';
import type { Change } from '../types';
import type { ApplyRequest } from './apply';

/** New records of a plan that somebody else has created since, by their provisional ids. */
export interface CreatedSince {
  /** Tags: the plan uses the stored ones. */
  reusable: Map<number, { publicId: number; row: number }>;
  /** Records that match a stored one by now: the plan is refused. */
  conflicting: Set<number>;
}

/**
 * Prepares to find new records of these resources that somebody has created since the plan was made. `match` are the fields
 * by which the plan matched records; those that the source of the import knows by another identifier are others. Call it before the
 * plan's own records are inserted.
 */
export async function openCreatedSince(
  resources: Iterable<Resource>,
  { match, sourceName, identified }: Pick<ApplyRequest, 'match' | 'sourceName' | 'identified'>,
  run: Run,
): Promise<(resource: Resource, changes: Change[]) => Promise<CreatedSince>> {
  const matches = new Map<Resource, RecordMatcher>();
  const others = new Map<Resource, Set<number>>();
  for (const resource of resources) {
    if (!match || !canMatch(resource, match)) continue;
    matches.set(resource, await openMatcher(resource, match, run));
    if (sourceName !== undefined)
      others.set(resource, await identifiedAt({ resource: resource.name, sourceName }, run));
  }
  const withExternalId = new Set<number>();
  if (others.size > 0 && identified)
    for await (const { resource, number } of identified())
      if (number < 0) withExternalId.add(number);
      else others.get(resourceByName(resource))?.add(number);
  return async (resource, changes) => {
    const conflicting = new Set<number>();
    if (changes[0]?.isNamed) return { reusable: await withSameName(resource, changes, run), conflicting };
    const matching = matches.get(resource);
    for (const { number, to } of matching ? changes : []) {
      const at = parseContext();
      const matched = matching?.(to, at, withExternalId.has(number) ? others.get(resource) : undefined);
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
