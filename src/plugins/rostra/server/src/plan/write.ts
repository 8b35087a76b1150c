import type { JsonObject } from '../../../../../common/json';
import type { Findings } from '../fields/input';
import { canonical } from '../operations/record';
import { childFields, referencesOf } from '../operations/write';
import type { Resource } from '../resource/resource';
import { model } from '../sql/model';
import { writeDrafts } from '../store/bulk/drafts';
import { readStoredOf } from '../store/read';
import { resolve } from '../store/resolve';
import { draftOf } from '../store/write';
import { type Applying, GONE, refuse } from './applying';
import { addToBatch } from './batch';
import { fillChildren, leftOutIn } from './children';
import type { Change } from './plan';
import { renumbered } from './renumber';

/** A change whose record has been found as the plan left it. */
interface Ready {
  change: Change;
  row: number;
  stored: JsonObject;
  record: JsonObject;
  names: string[];
  findings: Findings;
}

/** Writes some changes of one resource to rows that are there; notes those that cannot be written. */
export async function write(applying: Applying, of: Resource, given: Change[]): Promise<void> {
  const { batch, run, made, refusals } = applying;
  const changes = given.filter((change) => !made.isThere(change.number));
  if (changes.length === 0) return;
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
  const numbered = changes.map((change) => ({ ...change, number: made.numberOf(change.number) }));
  await addToBatch(batch, numbered, run);
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
