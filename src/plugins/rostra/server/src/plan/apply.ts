import type { Findings } from '../fields/input';
import type { JsonObject } from '../json';
import { canonical } from '../operations/record';
import { childFields, referencesOf } from '../operations/write';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { compile, sql } from '../sql/sql';
import { writeDrafts } from '../store/bulk/drafts';
import { type Run, transaction } from '../store/database';
import { readStoredOf } from '../store/read';
import { resolve } from '../store/resolve';
import { draftOf } from '../store/write';
import { analyze } from './analyze';
import { type Applying, GONE, named, type Refusal, refuse } from './applying';
import { addToBatch, type BatchKind, beginBatch, refuseTwice, sealBatch } from './batches';
import { changedSince } from './changed-since';
import { fillChildren, leftOutIn, removeLeftOut } from './children';
import type { Change } from './plan';
import { removeRecords } from './remove';
import { renumbered } from './renumber';
import { makeRows } from './rows';

/** What became of a plan: the batch that it was, none where there was nothing to do, or why nothing was done. */
export interface Applied {
  batch?: number;
  refusals: Refusal[];
}

/** A plan ready to be applied; its changes can be read more than once. */
interface Work {
  kind: BatchKind;
  /** What people know it by: the files that it was made of, or the batch that it undoes. */
  label: string;
  /** The batch that it undoes. */
  undoes?: number;
  /** The plan's own identifier: it is applied once, until it has been undone. */
  plan?: string;
  changes(): AsyncIterable<Change>;
  progress?(resource: string, records: number): void;
}

/** How many records are written at a time, and about how much text. */
const AT_ONCE = { records: 500, characters: 4_000_000 };

/** Thrown to roll everything back. */
class Refused extends Error {
  constructor(readonly refusals: Refusal[]) {
    super('refused');
  }
}

/**
 * Does exactly what a plan says, in one transaction: all of it, or, when a record has changed since or cannot be written,
 * nothing. First every new record gets its row, so that records may refer to each other in circles; then fields, links and
 * nested rows are written; last, children that were left out and records that are to go are deleted. It is kept as a batch
 * that can be undone.
 */
export async function applyPlan(work: Work): Promise<Applied> {
  try {
    const batch = await transaction((run) => applyWith(work, run));
    return batch === undefined ? { refusals: [] } : { batch, refusals: [] };
  } catch (error) {
    if (error instanceof Refused) return { refusals: error.refusals };
    throw error;
  }
}

async function applyWith(work: Work, run: Run): Promise<number | undefined> {
  await run(patience);
  await run(oneAtATime);
  if (work.plan) await refuseTwice(work.plan, run);
  const refusals = await changedSince(batched(work), run);
  if (refusals.length > 0) throw new Refused(refusals);
  const made = await makeRows(work.changes, run);
  if (made.refusals.length > 0) throw new Refused(made.refusals);
  const applying: Applying = { made, refusals, leftOut: [], touched: new Set(), run };
  const doomed: Change[] = [];
  let batch: number | undefined;
  for await (const changes of batched(work)) {
    batch ??= await beginBatch(work, run);
    if (changes[0]?.action === 'remove') doomed.push(...changes);
    else await write(applying, batch, changes);
  }
  await removeLeftOut(applying);
  await removeRecords(applying, doomed);
  if (applying.refusals.length > 0) throw new Refused(applying.refusals);
  if (batch === undefined) return undefined;
  // Within the transaction, too: sealing reads every record that was written.
  for (const of of applying.touched) await analyze(of, run);
  await sealBatch(batch, applying.touched, run);
  return batch;
}

/** Writes some changes of one resource; notes those that cannot be written. */
async function write(applying: Applying, batch: number, given: Change[]): Promise<void> {
  const changes = given.filter((change) => !applying.made.isThere(change.number));
  if (changes.length === 0) return;
  const of = named(changes[0]?.resource ?? '');
  const { run, made, refusals } = applying;
  applying.touched.add(of);
  const ready = await readyIn(applying, of, changes);
  const wanted = ready.map(({ record, names, findings }) => ({
    references: referencesOf(of, record, names),
    claims: [],
    findings,
  }));
  const { rowOf } = await resolve(wanted, run);
  for (const { change, findings } of ready) if (findings.faults.length > 0) refuse(refusals, change, findings.faults);
  if (refusals.length > 0) return;
  const drafts = ready.map(({ change, row, record, names }) => {
    const draft = draftOf(of, record, names, rowOf);
    if (change.action === 'create' && made.isFilled(of.kind, change.number)) draft.values = {};
    return { row, draft, isNew: change.action === 'create' };
  });
  await writeDrafts(model(of.uid), drafts, run);
  for (const name of childFields(of)) {
    const parents = ready.filter(({ names }) => names.includes(name));
    await fillChildren(of, name, parents, run);
    for (const { change, stored, record } of parents) {
      applying.leftOut.push(...leftOutIn(of, name, { change, stored, record, parent: made.numberOf(change.number) }));
    }
  }
  await addToBatch(
    batch,
    changes.map((change) => ({ ...change, number: made.numberOf(change.number) })),
    run,
  );
}

/** A change whose record has been found as the plan left it. */
interface Ready {
  change: Change;
  row: number;
  stored: JsonObject;
  record: JsonObject;
  names: string[];
  findings: Findings;
}

async function readyIn({ made, refusals, run }: Applying, of: Resource, changes: Change[]): Promise<Ready[]> {
  const changing = changes.filter(({ action }) => action === 'change').map(({ number }) => number);
  const found = new Map((await readStoredOf(of, changing, run)).map((each) => [each.number, each]));
  return changes.flatMap((change): Ready[] => {
    const to = renumbered(of, change.to, made.numberOf);
    const findings: Findings = { faults: [], ignored: [], claims: [] };
    const names = Object.keys(change.to);
    if (change.action === 'create') {
      const row = made.rowOf(of.kind, change.number);
      return [{ change, row, stored: {}, record: to, names, findings }];
    }
    const stored = found.get(change.number);
    if (!stored) {
      refuse(refusals, change, [GONE]);
      return [];
    }
    const before = canonical(of, stored.stored).record;
    return [{ change, row: stored.row, stored: before, record: { ...before, ...to }, names, findings }];
  });
}

/** Changes of one resource and kind that follow each other, some at a time. */
async function* batched({ changes, progress }: Work): AsyncIterable<Change[]> {
  let some: Change[] = [];
  let characters = 0;
  const done = new Map<string, number>();
  const tell = () => {
    const [first] = some;
    if (!first) return;
    const records = (done.get(first.resource) ?? 0) + some.length;
    done.set(first.resource, records);
    progress?.(first.resource, records);
  };
  for await (const change of changes()) {
    const [first] = some;
    const isOther = first && (first.resource !== change.resource || first.action !== change.action);
    if (isOther || some.length >= AT_ONCE.records || characters >= AT_ONCE.characters) {
      yield some;
      tell();
      some = [];
      characters = 0;
    }
    some.push(change);
    characters += sizeOf(change.to);
  }
  if (some.length > 0) yield some;
  tell();
}

const sizeOf = (record: JsonObject): number =>
  Object.values(record).reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 8), 0);

/** One import at a time. */
const oneAtATime = compile(sql`select pg_advisory_xact_lock(hashtextextended('rostra import', 0))`);

/**
 * Tables grow from nothing within the transaction, unknown to the planner, which would read them whole again and again.
 * And an import waits for an editor's save.
 */
const patience = compile(
  sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'auto', true), set_config('jit', 'off', true), set_config('lock_timeout', '0', true)`,
);
