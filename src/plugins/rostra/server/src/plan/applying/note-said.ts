import { entryOf } from '../../../../../../common/maps';
import { resourceByName } from '../../resource/registry';
import type { Run } from '../../store/database';
import { noteGiven } from '../../store/history/given';
import { hashesOf } from '../../store/history/past';
import { lockRecords } from '../../store/read-many';
import { inChunks } from '../chunks';
import type { Said } from '../types';
import type { ApplyRequest } from './apply';
import { renumber } from './renumber';

/** Records by resource. */
export type RecordSets = ReadonlyMap<string, ReadonlySet<number>>;

/**
 * Locks the records of which an import notes something that holds of their values, without writing them, before it writes any other. Returns
 * those that somebody else has changed since the plan: nothing is noted of them.
 */
export async function lockNoted({ said }: Pick<ApplyRequest, 'said'>, run: Run): Promise<RecordSets> {
  const changed = new Map<string, Set<number>>();
  if (!said) return changed;
  for await (const chunk of saidInChunks(said())) {
    const { resource = '' } = chunk[0] ?? {};
    const unwritten = chunk.flatMap(({ number, before }) => (before === undefined ? [] : [{ number, before }]));
    if (unwritten.length === 0) continue;
    const publicIds = unwritten.map(({ number }) => number);
    await lockRecords(resourceByName(resource), publicIds, run);
    const hashes = await hashesOf(resource, publicIds, run);
    for (const { number, before } of unwritten)
      if (hashes.get(number) !== before) entryOf(changed, resource, () => new Set()).add(number);
  }
  return changed;
}

/** Notes what an import says of fields that do not get that value: the next one of its source compares with it. */
export async function noteSaid(
  { said, sourceName = '' }: Pick<ApplyRequest, 'said' | 'sourceName'>,
  {
    change,
    publicIdOf,
    changed,
  }: { change: number | undefined; publicIdOf(publicId: number): number; changed: RecordSets },
  run: Run,
): Promise<void> {
  if (!said) return;
  for await (const chunk of saidInChunks(said())) {
    const resource = resourceByName(chunk[0]?.resource ?? '');
    const notes = chunk
      .filter(({ number }) => !changed.get(resource.name)?.has(number))
      .map(({ number: publicId, isFirst = false, fields }) => ({
        ...{ publicId, isFirst, fields: renumber(resource, fields, publicIdOf) },
      }));
    await noteGiven(resource.name, notes, { change, sourceName }, run);
  }
}

const saidInChunks = (said: AsyncIterable<Said>): AsyncIterable<Said[]> =>
  inChunks(said, {
    contentOf: ({ fields }) => fields,
    isBoundary: (first, next) => first.resource !== next.resource,
  });
