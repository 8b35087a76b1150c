import { allResources } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import type { Report } from '../../../shared/home';
import { type Ability, may } from '../permissions';
import { mayName, readNamed, untitled } from '../titles';
import { isRunning, type Kept, keptReport } from './report';

/** The report for somebody: of the content types that they may read. Records that are gone since are left out. */
export async function tellReport(ability: Ability): Promise<Report> {
  // Asked first: a report that is made from now on is waited for by the page.
  const isBeingMade = isRunning();
  const kept = await keptReport();
  if (!kept) return { isRunning: isBeingMade, records: 0, kinds: [], faults: [] };
  const readable = new Map(
    allResources()
      .filter(({ uid }) => may(ability, 'read', uid))
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
    records: kept.records,
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
