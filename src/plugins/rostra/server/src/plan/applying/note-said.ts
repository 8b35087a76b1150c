import { resourceByName } from '../../resource/registry';
import type { Run } from '../../store/database';
import { noteGiven } from '../../store/history/given';
import { hashesOf } from '../../store/history/past';
import { lockRecords } from '../../store/read-many';
import { inChunks } from '../chunks';
import type { Said } from '../types';
import type { ApplyRequest } from './apply';
import { renumber } from './renumber';

/**
 * Notes what an import says of fields that do not get that value: the next one compares with it. Of records that somebody else has
 * changed since nothing is noted.
 */
export async function noteSaid(
  { said }: Pick<ApplyRequest, 'said'>,
  { change, publicIdOf }: { change: number | undefined; publicIdOf(publicId: number): number },
  run: Run,
): Promise<void> {
  if (!said) return;
  const options = {
    contentOf: ({ fields }: Said) => fields,
    isBoundary: (first: Said, next: Said) => first.resource !== next.resource,
  };
  for await (const chunk of inChunks(said(), options)) {
    const resource = resourceByName(chunk[0]?.resource ?? '');
    const unwritten = chunk.flatMap(({ number, before }) => (before === undefined ? [] : number));
    if (unwritten.length > 0) await lockRecords(resource, unwritten, run);
    const hashes = await hashesOf(resource.name, unwritten, run);
    const notes = chunk
      .filter(({ number, before }) => before === undefined || hashes.get(number) === before)
      .map(({ number: publicId, fields }) => ({ publicId, fields: renumber(resource, fields, publicIdOf) }));
    await noteGiven(resource.name, notes, change, run);
  }
}
