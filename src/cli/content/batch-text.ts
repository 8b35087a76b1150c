import type { JsonObject } from '../../common/json';
import type { AppliedBatch, Counts } from '../../plugins/rostra/server/src/store/batches/batches';
import type { ChangeDetails } from '../../plugins/rostra/server/src/store/history/change-details';
import { visible } from './visible';

/** Describes a batch for people: what it was, and what became of it. `made` is unset if history has no change of it. */
export function batchText(
  { number, kind, label, made: at, counts, undoneBy }: AppliedBatch,
  made: ChangeDetails | undefined,
  takenBack: ChangeDetails[],
): string {
  return [
    `Batch ${number}: ${kind === 'import' ? 'import' : label}`,
    `When:   ${secondsOf(at)} UTC`,
    ...(made ? [`Who:    ${whoOf(made)}`, `Change: ${made.change}`] : []),
    ...(made?.note ? [`Note:   ${visible(made.note)}`] : []),
    ...(kind === 'import' ? [`Files:  ${visible(label)}`] : []),
    ...(Object.keys(counts).length === 0 ? ['It changed nothing.'] : Object.entries(counts).map(countsText)),
    ...(made ? [] : ['History holds no change of it.']),
    ...takenBack.map(takenBackText),
    ...(takenBack.length === 0 && undoneBy !== null ? [`Undone by batch ${undoneBy}.`] : []),
  ].join('\n');
}

/** `rs_bills: 3 created, 1 changed, 2 removed`. */
function countsText([name, { created, changed, removed }]: [string, Counts]): string {
  return `${name}: ${created} created, ${changed} changed${removed > 0 ? `, ${removed} removed` : ''}`;
}

/** `Undone by batch 8: 林編輯 (panel), 2026-03-02 02:00:00 UTC: wrong file`. */
function takenBackText(change: ChangeDetails): string {
  const what = change.batch === null ? `Taken back by change ${change.change}` : `Undone by batch ${change.batch}`;
  const time = secondsOf(new Date(change.at).toISOString());
  return `${what}: ${whoOf(change)}, ${time} UTC${change.note ? `: ${visible(change.note)}` : ''}`;
}

const whoOf = ({ actor, door }: { actor: JsonObject; door: string }): string =>
  `${visible(String(actor.name ?? actor.kind ?? 'nobody known'))} (${door})`;

const secondsOf = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
