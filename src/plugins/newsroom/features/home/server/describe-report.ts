import { allResources } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { app } from '../../../../rostra/server/src/store/strapi';
import type { Ability } from '../../../server/permissions';
import { mayName, readNamed, untitled } from '../../../server/titles';
import { mayOf } from '../../content-import/server/permissions';
import type { Report } from '../shared/home';
import { isRunning, type Kept, keptReport } from './report';

/**
 * The report for somebody: of the content types of which they may read every field, since a fault tells of any of them.
 * Records that are gone since are left out.
 */
export async function describeReport(ability: Ability): Promise<Report> {
  // Asked first: a report that is made from now on is waited for by the page.
  const isBeingMade = isRunning();
  const kept = await keptReport();
  if (!kept) return { isRunning: isBeingMade, records: 0, kinds: [], faults: [] };
  const may = mayOf(app(), ability);
  const readable = new Map(
    allResources()
      .filter((of) => may('read', of))
      .map((of) => [of.name, of]),
  );
  const own = kept.faults.flatMap((fault) => {
    const of = readable.get(fault.resource);
    return of ? { ...fault, of } : [];
  });
  const found = await readNamed(own, run);
  return {
    isRunning: isBeingMade,
    at: kept.at,
    records: Object.entries(kept.records).reduce((sum, [name, count]) => sum + (readable.has(name) ? count : 0), 0),
    kinds: kindsOf(kept.counts.filter(({ resource }) => readable.has(resource))),
    faults: own.flatMap(({ of, resource: _, ...fault }) => {
      const known = found.find(({ uid, named }) => uid === of.uid && named.number === fault.number)?.named;
      if (!known) return [];
      const isSeen = mayName(ability, of.uid);
      return { ...fault, uid: of.uid, ...(isSeen ? known : untitled(known)) };
    }),
  };
}

function kindsOf(counts: Kept['counts']): Report['kinds'] {
  const sums = new Map<string, number>();
  for (const { code, count } of counts) sums.set(code, (sums.get(code) ?? 0) + count);
  return [...sums].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}
