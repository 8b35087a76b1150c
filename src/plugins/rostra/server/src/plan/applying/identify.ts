import { EXTERNAL_ID } from '../../import/external-id';
import { resourceByName } from '../../resource/registry';
import type { Run } from '../../store/database';
import { giveExternalIds, holdersOf } from '../../store/external-ids/external-ids';
import { existingPublicIds } from '../../store/read-many';
import { inChunks } from '../chunks';
import type { Identified } from '../types';
import type { ApplyRequest } from './apply';
import { type PlanRefusal, refuse } from './refusals';

/** What an import has of identifiers at its source. */
type Identifying = Pick<ApplyRequest, 'sourceName' | 'identified'>;

/** Refuses records whose identifier at the source another record has got since the plan was made. Imports run one at a time. */
export async function refuseRivals({ sourceName, identified }: Identifying, run: Run): Promise<PlanRefusal[]> {
  const refusals: PlanRefusal[] = [];
  if (sourceName === undefined || !identified) return refusals;
  for await (const chunk of chunksOf(identified())) {
    const resource = resourceByName(chunk[0]?.resource ?? '');
    const externalIds = chunk.map(({ externalId }) => externalId);
    const holders = await holdersOf({ resource: resource.name, sourceName }, externalIds, run);
    const others = chunk.filter(({ externalId, number }) => (holders.get(externalId) ?? number) !== number);
    if (others.length === 0) continue;
    const stored = await existingPublicIds(resource, [...holders.values()], run);
    for (const each of others) {
      const { externalId, number } = each;
      const holder = holders.get(externalId) ?? 0;
      // The plan takes it from a record that is deleted; a new record had no rival at all.
      if (number >= 0 && !stored.has(holder)) continue;
      const message = `"${externalId}" is ${resource.name} ${holder} at ${sourceName} by now`;
      refuse(refusals, each, [{ path: EXTERNAL_ID, code: 'TAKEN', message }]);
    }
  }
  return refusals;
}

/** Notes which identifiers records have at the source of an import; returns how many. */
export async function noteIdentified(
  { sourceName, identified }: Identifying,
  { change, publicIdOf }: { change: number | undefined; publicIdOf(publicId: number): number },
  run: Run,
): Promise<number> {
  let count = 0;
  if (sourceName === undefined || !identified) return count;
  for await (const chunk of chunksOf(identified())) {
    const given = chunk.map(({ number, externalId }) => ({ publicId: publicIdOf(number), externalId }));
    await giveExternalIds({ resource: chunk[0]?.resource ?? '', sourceName }, { given, change }, run);
    count += chunk.length;
  }
  return count;
}

const chunksOf = (identified: AsyncIterable<Identified>): AsyncIterable<Identified[]> =>
  inChunks(identified, {
    contentOf: ({ externalId }) => externalId,
    isBoundary: (first, next) => first.resource !== next.resource,
  });
