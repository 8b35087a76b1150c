import { matched } from '../fields/children';
import type { Findings } from '../fields/input';
import { type JsonObject, rowsIn } from '../json';
import { entryOf } from '../maps';
import { canonical, changedFields, checkRules, checkTogether, parseRecord } from '../operations/record';
import { childFields, referencesOf, resolveOrMake, settle } from '../operations/write';
import { model } from '../sql/model';
import { writeDrafts } from '../store/bulk/drafts';
import type { Run } from '../store/database';
import { readStoredOf } from '../store/read';
import { draftOf } from '../store/write';
import { fillChildren } from './fill-children';
import type { SourceRecord } from './source';
import { type Batch, type ImportState, note } from './state';

/** A record ready to be written: what is stored, what was given, and the fields in which they differ. */
export interface Change {
  each: SourceRecord;
  number: number;
  row: number;
  isNew: boolean;
  stored: JsonObject;
  record: JsonObject;
  changed: string[];
  findings: Findings;
}

/** Third step: writes fields, links and nested rows where they differ from what is stored. */
export async function fill(state: ImportState, batch: Batch, run: Run): Promise<void> {
  const { of } = batch.source;
  const changes = await compare(state, batch, run);
  const wanted = changes.map(({ record, changed, findings }) => ({
    references: referencesOf(of, record, changed),
    claims: findings.claims,
    findings,
  }));
  const isRefused = () => state.faults.length > 0 || changes.some(({ findings }) => findings.faults.length > 0);
  const resolved = await resolveOrMake(wanted, run, isRefused);
  for (const { each, findings } of changes) note(state, batch, each, findings);
  if (isRefused()) return;
  for (const change of changes) change.changed = settle(of, change.record, change.stored, change.changed, resolved);
  const written = changes.filter(({ changed, isNew }) => isNew || changed.length > 0);
  const drafts = written.map(({ row, record, changed }) => {
    const draft = draftOf(of, record, changed, resolved.rowOf);
    // Nobody is the writer of what comes from a file.
    if (of.writer) draft.links[of.writer] = [];
    return { row, draft };
  });
  await writeDrafts(model(of.uid), drafts, run);
  for (const name of childFields(of)) {
    const parents = written.filter(({ changed }) => changed.includes(name));
    await fillChildren(of, name, parents, run);
    for (const parent of parents) noteLeftOut(state, batch, name, parent);
  }
  const counts = entryOf(state.counts, of, () => ({ created: 0, changed: 0, unchanged: 0 }));
  for (const { isNew, changed } of changes)
    counts[isNew ? 'created' : changed.length > 0 ? 'changed' : 'unchanged'] += 1;
}

async function compare(state: ImportState, batch: Batch, run: Run): Promise<Change[]> {
  const { of } = batch.source;
  const known = state.numbers.get(batch.source) ?? [];
  const numbers = batch.records.map(({ record }) => known[record - 1] ?? undefined);
  const stored = new Map(
    (
      await readStoredOf(
        of,
        numbers.flatMap((number) => number ?? []),
        run,
      )
    ).map((each) => [each.number, each]),
  );
  return batch.records.flatMap((each, index) => {
    const number = numbers[index];
    if (number === undefined) return [];
    const found = stored.get(number);
    if (!found) throw new Error(`${of.name} ${number} was deleted meanwhile`);
    const isNew = state.created.get(of)?.has(number) ?? false;
    const before = canonical(of, found.stored).record;
    const { record: given, findings } = parseRecord(of, each.value, { isWhole: isNew });
    findings.ignored = findings.ignored.filter((path) => path !== of.key.name);
    for (const name of childFields(of)) {
      const children = of.fields[name]?.children;
      const rows = given[name] as JsonObject[] | undefined;
      if (children && rows) given[name] = matched(rows, rowsIn(before, name), children);
    }
    const changed = changedFields(given, before);
    const record = { ...before, ...given };
    if (!isNew) checkTogether(of, given, changed, findings);
    if (changed.length > 0) checkRules(of, record, findings);
    return [{ each, number, row: found.row, isNew, stored: before, record, changed, findings }];
  });
}

function noteLeftOut(
  state: ImportState,
  batch: Batch,
  name: string,
  { each, number: parent, stored, record }: Change,
): void {
  const kind = batch.source.of.fields[name]?.children?.kind ?? '';
  const kept = new Set(rowsIn(record, name).map(({ id }) => id));
  for (const { id } of rowsIn(stored, name)) {
    if (!kept.has(id ?? null))
      state.leftOut.push({
        batch: { source: batch.source, records: [] },
        each,
        name,
        kind,
        number: id as number,
        parent,
      });
  }
}
