import type { EditKind, PlanEdit, Summary } from '../../plugins/rostra/server/src/plan/types';
import { quantity } from '../command';
import { placeText, short } from './print-values';

/** Prints what people have done since the last import, and what the plan makes of it. */
export function printEdits({ edits, editCounts }: Summary, show: number): void {
  for (const edit of edits.slice(0, show)) console.log(describeEdit(edit));
  const counts = Object.entries(editCounts) as [EditKind, number][];
  const count = counts.reduce((sum, [, each]) => sum + each, 0);
  if (count > show) console.log(`… and ${count - Math.min(show, edits.length)} more (--show ${count}, --json)`);
  for (const [kind, number] of counts)
    console.log(
      SUMS[kind](
        number,
        edits.some((each) => each.kind === kind && each.isTaken),
      ),
    );
}

/** `rs_bills 12 (bills.csv, record 3), version_no: …`, and below it what each side says. */
function describeEdit({ resource, number, kind, path, isTaken, base, stored, given, by, ...place }: PlanEdit): string {
  const what = `${resource} ${number} (${placeText(place)})${path ? `, ${path}` : ''}`;
  const who = by ? `${nameOf(by.actor)}, ${timeOf(by.at)}` : '';
  if (kind === 'deleted') return `${isTaken ? 'Returns' : 'Stays deleted'}: ${what}: deleted by ${who}`;
  if (kind === 'matched') return `Matched: ${what}: made by hand; no import has written it yet`;
  const lines = [
    ...(base === undefined ? [] : [`  last import: ${short(base)}`]),
    `  now:         ${short(stored)} (${who})`,
    ...(kind === 'edited' ? [] : [`  file:        ${short(given)}`]),
  ];
  return [`${HEADS[kind](isTaken)}: ${what}`, ...lines].join('\n');
}

const HEADS: Record<'edited' | 'merged' | 'conflict', (isTaken: boolean) => string> = {
  edited: () => 'Kept',
  merged: () => 'Merged',
  conflict: (isTaken) => (isTaken ? 'Conflict, the file wins' : 'Conflict, kept'),
};

const SUMS: Record<EditKind, (count: number, takes: boolean) => string> = {
  edited: (count) => `${quantity(count, 'field')} changed by hand, and kept: the file says what the last import said.`,
  merged: (count) => `${quantity(count, 'list')} changed by hand and by the file, and merged.`,
  conflict: (count, takes) =>
    `${quantity(count, 'field')} changed by hand and by the file: ${takes ? 'the file wins' : 'kept as they are; --take-file takes what the file says'}.`,
  deleted: (count, takes) =>
    `${quantity(count, 'record')} deleted by hand: ${takes ? 'they return' : 'they stay deleted; --restore-deleted brings them back'}.`,
  matched: (count) => `${quantity(count, 'record')} made by hand and matched: the file wins.`,
};

const nameOf = (actor: { name?: unknown; kind?: unknown }): string =>
  typeof actor.name === 'string' ? actor.name : String(actor.kind ?? 'nobody known');

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
