import { mapInSlices } from '../../../../../../common/concurrency/time-slices';
import type { JsonObject } from '../../../../../../common/json';
import type { Findings } from '../../fields/parse-context';
import { canonicalRecord } from '../../operations/record';
import { childFields, referencesOf } from '../../operations/write';
import type { Resource } from '../../resource/resource';
import { writeDrafts } from '../../store/bulk/drafts';
import { listGains } from '../../store/bulk/list-gains';
import type { RowDraft } from '../../store/bulk/statements';
import { lockRecords, lockStoredRecords } from '../../store/read-many';
import { resolve } from '../../store/resolve';
import { draftOf } from '../../store/write';
import type { Change } from '../types';
import { omittedChildrenOf, writeChildren } from './children';
import type { ApplyContext } from './context';
import { DELETED, refuse } from './refusals';
import { renumber } from './renumber';

/** A change with the row that it is written to. */
interface Write {
  change: Change;
  row: number;
  stored: JsonObject;
  record: JsonObject;
  names: string[];
  findings: Findings;
}

/** Writes a chunk of new or changed records of one resource to their existing rows, or refuses those it cannot write. */
export async function writeChanges(context: ApplyContext, resource: Resource, chunk: Change[]): Promise<void> {
  const { run, created, refusals } = context;
  const changes = chunk.filter((change) => !created.wasStored(change.number));
  if (changes.length === 0) return;
  context.touched.add(resource);
  const writes = await prepareWrites(context, resource, changes);
  const requests = await mapInSlices(writes, ({ record, names, findings }) => ({
    references: referencesOf(resource, record, names),
    claims: [],
    findings,
  }));
  const { rowOf } = await resolve(requests, run);
  for (const { change, findings } of writes) if (findings.faults.length > 0) refuse(refusals, change, findings.faults);
  if (refusals.length > 0) return;
  const drafts = await mapInSlices(writes, ({ change, row, stored, record, names }): RowDraft => {
    const draft = draftOf(resource, record, names, rowOf);
    if (change.action === 'create' && created.hasColumns(resource.kind, change.number)) draft.values = {};
    const { writer } = context;
    if (resource.writer && writer !== undefined) draft.links[resource.writer] = writer === null ? [] : [writer];
    if (change.action === 'create') return { rowId: row, draft, isNew: true };
    return { rowId: row, draft, gains: listGains(resource, { stored, record, names }, rowOf) };
  });
  await writeDrafts(resource, drafts, run);
  for (const { change, row } of writes) {
    const action = change.action === 'create' ? 'create' : 'update';
    context.writes?.push({ action, uid: resource.uid, rowId: row });
  }
  for (const field of childFields(resource)) {
    const parents = writes.filter(({ names }) => names.includes(field));
    await writeChildren(resource, field, parents, run);
    for (const { change, stored, record } of parents) {
      const parent = created.publicIdOf(change.number);
      context.omittedChildren.push(...omittedChildrenOf(resource, field, { change, stored, record, parent }));
    }
  }
}

async function prepareWrites(context: ApplyContext, resource: Resource, changes: Change[]): Promise<Write[]> {
  const { created, refusals } = context;
  const rows = await lockStored(
    context,
    resource,
    changes.filter(({ action }) => action === 'change'),
  );
  return changes.flatMap((change): Write[] => {
    const to = created.hasProvisional ? renumber(resource, change.to, created.publicIdOf) : change.to;
    const findings: Findings = { faults: [], ignored: [], claims: [] };
    const names = Object.keys(change.to);
    if (change.action === 'create') {
      const row = created.rowOf(resource.kind, change.number);
      return [{ change, row, stored: {}, record: to, names, findings }];
    }
    const known = rows.get(change.number);
    if (!known) {
      refuse(refusals, change, [DELETED]);
      return [];
    }
    const { rowId: row, stored } = known;
    return [{ change, row, stored, record: { ...stored, ...to }, names, findings }];
  });
}

/** Locks the records of changes, and reads those by public id that have not been read. */
async function lockStored(
  { stored: known, run }: ApplyContext,
  resource: Resource,
  changes: Change[],
): Promise<Map<number, { rowId: number; stored: JsonObject }>> {
  const publicIds = changes.map(({ number }) => number);
  if (!known || resource.hasPrivateHistory) {
    const found = await lockStoredRecords(resource, publicIds, run);
    return new Map(
      found.map(({ publicId, rowId, text }) => [publicId, { rowId, stored: canonicalRecord(resource, text).record }]),
    );
  }
  const states = new Map(changes.map((change) => [change.number, known.get(change) ?? {}]));
  const rowIds = await lockRecords(resource, publicIds, run);
  return new Map(rowIds.map(([publicId, rowId]) => [publicId, { rowId, stored: states.get(publicId) ?? {} }]));
}
