import { isObject } from '../../../../../../common/json';
import { parseContext } from '../../fields/parse-context';
import { parseReference } from '../../fields/ref';
import { externalIdIn } from '../../import/external-id';
import type { Resource } from '../../resource/resource';
import type { Run } from '../../store/database';
import { externalIdsOf, type Holder, holdersOf, identifiedAt } from '../../store/external-ids/external-ids';
import { restoredSince } from '../../store/history/creators';
import type { Change, Identified } from '../types';
import { hasKey } from './public-id';
import { addIdentified, type Chunk, type PlanState, placeOf } from './state';

/** What planning knows of the identifiers that records of one resource have at the source of the import. */
export interface PlanExternalIds {
  sourceName: string;
  /** The records, also deleted ones, that have these identifiers, without those of which the input says another one. */
  holdersOf(externalIds: string[]): Promise<ReadonlyMap<string, Holder>>;
  /** What the input says of records that have public ids. */
  claimed: Map<number, string>;
  /** The public ids of all records that have one, there or in the input; only if records are matched by their fields. */
  identified?: Set<number>;
}

/** Prepares to look up identifiers at a source. Reads nothing yet, unless records are matched by their fields as well. */
export async function openExternalIds(
  resource: Resource,
  { sourceName, isMatching }: { sourceName: string; isMatching: boolean },
  run: Run,
): Promise<PlanExternalIds> {
  const at = { resource: resource.name, sourceName };
  const claimed = new Map<number, string>();
  return {
    sourceName,
    claimed,
    holdersOf: async (externalIds) => {
      const holders = await holdersOf(at, externalIds, run);
      return new Map(
        [...holders].filter(([externalId, { publicId }]) => (claimed.get(publicId) ?? externalId) === externalId),
      );
    },
    ...(isMatching && { identified: await identifiedAt(at, run) }),
  };
}

/** Adds what the records of a chunk say that have both identifiers: by its fields, no other record is one of these. */
export function addClaimed(known: PlanExternalIds, { source, records }: Chunk): void {
  const { resource } = source;
  for (const { value } of records) {
    const publicId = isObject(value) ? parseReference(value[resource.key.name], parseContext()) : undefined;
    const externalId = publicId === undefined ? undefined : externalIdIn(resource, value, known.sourceName);
    if (publicId === undefined || externalId === undefined) continue;
    known.claimed.set(publicId, externalId);
    known.identified?.add(publicId);
  }
}

/**
 * Finds which identifiers are to be noted of the records of a chunk: those that the source is not known to use for them, of records that the
 * plan writes all, so that they stay if an earlier import is undone, and of those that people have brought back, since the source has them
 * again. At most two statements.
 */
export async function identify(
  state: PlanState,
  { source, records }: Chunk,
  changes: Change[],
  run: Run,
): Promise<Identified[]> {
  const { resource } = source;
  const { sourceName } = state;
  if (sourceName === undefined) return [];
  const publicIds = state.publicIds.get(source) ?? [];
  const given = records.flatMap((sourceRecord) => {
    const number = publicIds[sourceRecord.record - 1];
    const externalId = externalIdIn(resource, sourceRecord.value, sourceName);
    return number === undefined || externalId === undefined ? [] : [{ sourceRecord, number, externalId }];
  });
  const stored = given.flatMap(({ number }) => (number < 0 ? [] : number));
  const at = { resource: resource.name, sourceName };
  const formers = await externalIdsOf(at, stored, run);
  const actions = new Map(
    changes.filter((change) => change.resource === resource.name).map(({ number, action }) => [number, action]),
  );
  const isStored = (number: number) => state.inputRecords.get(resource.kind)?.get(number)?.isStored ?? false;
  const isKnown = (number: number) => isStored(number) || state.deleted.get(resource.kind)?.has(number);
  const unchanged = given.flatMap(({ number, externalId }) =>
    isStored(number) && !actions.has(number) && formers.get(number) === externalId ? number : [],
  );
  const restored = await restoredSince(at, unchanged, run);
  state.noteCount += restored.size;
  return given.flatMap(({ sourceRecord, number, externalId }) => {
    const action = actions.get(number);
    const former = formers.get(number);
    const isNew = former !== externalId;
    if (!action && !restored.has(number) && !(isNew && isKnown(number))) return [];
    const identified: Identified = {
      ...{ resource: resource.name, number, externalId, ...placeOf(source, sourceRecord) },
      ...(isNew && former !== undefined && { former }),
      ...(isNew && action !== 'create' && { by: hasKey(resource, sourceRecord.value) ? 'id' : 'match' }),
    };
    if (identified.by) addIdentified(state, identified);
    return [identified];
  });
}
