import { EXTERNAL_ID } from '../../import/external-id';
import type { Run } from '../../store/database';
import { giveExternalIds, holdersOf } from '../../store/external-ids/external-ids';
import { inChunks } from '../chunks';
import type { Identified } from '../types';
import type { ApplyRequest } from './apply';
import { type PlanRefusal, refuse } from './refusals';

/** What an import has of identifiers at its source. */
type Identifying = Pick<ApplyRequest, 'sourceName' | 'identified'>;

/**
 * Refuses records whose identifier at the source another record has got since the plan was made, unless the plan gives that another one.
 * Imports run one at a time.
 */
export async function refuseRivals({ sourceName, identified }: Identifying, run: Run): Promise<PlanRefusal[]> {
  const refusals: PlanRefusal[] = [];
  if (sourceName === undefined || !identified) return refusals;
  const rivals: { identified: Identified; holder: number }[] = [];
  for await (const chunk of chunksOf(identified())) {
    const externalIds = chunk.map(({ externalId }) => externalId);
    const holders = await holdersOf({ resource: chunk[0]?.resource ?? '', sourceName }, externalIds, run);
    for (const each of chunk) {
      const holder = holders.get(each.externalId);
      // The plan takes it from a record that is deleted; a new record had no rival at all.
      if (holder && holder.publicId !== each.number && (each.number < 0 || holder.isStored))
        rivals.push({ identified: each, holder: holder.publicId });
    }
  }
  const renamed = await renamedAmong(rivals, identified);
  for (const { identified: each, holder } of rivals) {
    if (renamed.has(keyOf(each.resource, holder))) continue;
    const message = `"${each.externalId}" is ${each.resource} ${holder} at ${sourceName} by now`;
    refuse(refusals, each, [{ path: EXTERNAL_ID, code: 'TAKEN', message }]);
  }
  return refusals;
}

/** Of the records that have the identifiers of others those to which the plan gives another one. */
async function renamedAmong(
  rivals: { identified: Identified; holder: number }[],
  identified: () => AsyncIterable<Identified>,
): Promise<Set<string>> {
  const renamed = new Set<string>();
  const holders = new Map(rivals.map((each) => [keyOf(each.identified.resource, each.holder), each.identified]));
  if (holders.size === 0) return renamed;
  for await (const { resource, number, externalId } of identified()) {
    const rival = holders.get(keyOf(resource, number));
    if (rival && rival.externalId !== externalId) renamed.add(keyOf(resource, number));
  }
  return renamed;
}

const keyOf = (resource: string, publicId: number): string => `${resource} ${publicId}`;

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
