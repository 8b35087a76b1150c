import { entryOf } from '../../../../../../common/maps';
import { parseContext } from '../../fields/parse-context';
import { externalIdIn } from '../../import/external-id';
import { addChildren, addInputRecord, inputRecordOf } from './input-records';
import { type Identification, identifierOf, publicIdOf } from './public-id';
import { addFindings, type Chunk, type PlanState } from './state';

/**
 * First step of planning: finds the public ids of the records in a chunk and of their children, and takes in their names. A
 * record without public id gets that of the stored record which the source means by its identifier, or which it matches, else a
 * provisional one. Faults: DUPLICATE for an id that comes twice, TAKEN for the identifier of another record.
 */
export async function readKeys(state: PlanState, { source, records }: Chunk, known: Identification): Promise<void> {
  const { resource } = source;
  const publicIds = entryOf(state.publicIds, source, () => []);
  const externalIds = records.flatMap(({ value }) => externalIdIn(resource, value, known.external?.sourceName) ?? []);
  const holders = await known.external?.holdersOf(externalIds);
  const identification = { ...known, ...(holders && { holders }) };
  for (const sourceRecord of records) {
    const at = parseContext();
    const publicId = await publicIdOf(state, source, sourceRecord, identification, at);
    if (publicId !== undefined) {
      const inputRecord = inputRecordOf(source, sourceRecord, sourceRecord.value);
      const identifier = at.child(identifierOf(resource, sourceRecord.value));
      addInputRecord(state, resource.kind, publicId, inputRecord, identifier);
      addChildren(state, source, sourceRecord, publicId, at);
      known.names.add(resource.kind, publicId, sourceRecord.value);
    }
    addFindings(state, source, sourceRecord, at.findings);
    publicIds.push(at.findings.faults.length > 0 ? undefined : publicId);
  }
}
