import { allResources } from '../../../../rostra/server/src/resource/registry';
import { run } from '../../../../rostra/server/src/store/database';
import { app } from '../../../../rostra/server/src/store/strapi';
import type { Ability } from '../../../server/permissions';
import { mayReadTitle, readSummaries, withoutTitle } from '../../../server/titles';
import { mayOf } from '../../content-import/server/permissions';
import type { IntegrityReport } from '../shared/home';
import { isRunning, readReport, type StoredReport } from './report';

/**
 * The report as somebody may see it: limited to content types whose every field they may read, since findings quote any field.
 * Findings about records deleted since are left out.
 */
export async function describeReport(ability: Ability): Promise<IntegrityReport> {
  // Read before the report itself: the page keeps polling, and so misses no report that finishes in between.
  const isBeingMade = isRunning();
  const stored = await readReport();
  if (!stored) return { isRunning: isBeingMade, records: 0, kinds: [], faults: [] };
  const may = mayOf(app(), ability);
  const readable = new Map(
    allResources()
      .filter((resource) => may('read', resource))
      .map((resource) => [resource.name, resource]),
  );
  const own = stored.faults.flatMap((fault) => {
    const resource = readable.get(fault.resource);
    return resource ? { fault, resource, publicId: fault.number } : [];
  });
  const titles = await readSummaries(own, run);
  return {
    isRunning: isBeingMade,
    at: stored.at,
    records: Object.entries(stored.records).reduce((sum, [name, count]) => sum + (readable.has(name) ? count : 0), 0),
    kinds: kindsOf(stored.counts.filter(({ resource }) => readable.has(resource))),
    faults: own.flatMap(({ fault: { resource: _, ...fault }, resource: { uid }, publicId }) => {
      const record = titles.find((each) => each.uid === uid && each.summary.number === publicId)?.summary;
      if (!record) return [];
      return { ...fault, uid, ...(mayReadTitle(ability, uid) ? record : withoutTitle(record)) };
    }),
  };
}

function kindsOf(counts: StoredReport['counts']): IntegrityReport['kinds'] {
  const sums = new Map<string, number>();
  for (const { code, count } of counts) sums.set(code, (sums.get(code) ?? 0) + count);
  return [...sums].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}
