import type { AppliedBatch, Counts } from '../../plugins/rostra/server/src/store/batches/batches';
import type { ChangeDetails } from '../../plugins/rostra/server/src/store/history/change-details';
import type { LaterChange } from './later-changes';
import { visible } from './visible';
import { actorText, exactText } from './who-when';

/** Describes a batch for people: what it was, and what became of it. `made` is unset if history has no change of it. */
export function batchText(
  batch: AppliedBatch,
  made: ChangeDetails | undefined,
  { later, more }: { later: LaterChange[]; more: number },
): string {
  const { number, kind, label, made: at, counts, undoneBy } = batch;
  return [
    `Batch ${number}: ${kindText(batch)}`,
    `When:   ${exactText(made?.at ?? at)}`,
    ...(made ? [`Who:    ${whoText(made)}`, `Change: ${made.change}`] : []),
    ...(made?.note ? [`Note:   ${visible(made.note)}`] : []),
    ...(kind === 'import' ? [`Files:  ${visible(label)}`] : []),
    ...(Object.keys(counts).length === 0 ? ['It changed nothing.'] : Object.entries(counts).map(countsText)),
    ...(made ? [] : ['History holds no change of it.']),
    ...later.map(laterText),
    ...(more > 0 ? [`… and ${more} more restores`] : []),
    ...(undoneBy !== null && !later.some(({ batch: by }) => by === undoneBy) ? [`Undone by batch ${undoneBy}.`] : []),
  ].join('\n');
}

const kindText = ({ kind, undoes, redoes, isPart }: AppliedBatch): string =>
  kind === 'import' ? kind : `${kind} of batch ${undoes ?? redoes}${isPart ? ', in part' : ''}`;

/** `rs_bills: 3 created, 1 changed, 2 removed`. */
function countsText([name, { created, changed, removed }]: [string, Counts]): string {
  return `${name}: ${created} created, ${changed} changed${removed > 0 ? `, ${removed} removed` : ''}`;
}

const DEEDS: Record<LaterChange['effect'], string> = {
  undone: 'Undone by',
  undoneInPart: 'Undone in part by',
  doneAgain: 'Done again by',
  doneAgainInPart: 'Done again in part by',
  takenBack: 'Taken back by',
  restored: 'A record was restored to its state after it,',
  unknown: 'A restore went back on it or to it,',
};

/** `Undone by batch 8: 林編輯 (panel), 2026-03-02T02:00:00.123Z: wrong file`. */
function laterText({ effect, batch, change, note, ...made }: LaterChange): string {
  const byWhat = batch === null ? `${effect === 'takenBack' ? 'a restore, ' : ''}change ${change}` : `batch ${batch}`;
  const what = `${DEEDS[effect]} ${byWhat}`;
  return `${what}: ${whoText(made)}, ${exactText(made.at)}${note ? `: ${visible(note)}` : ''}`;
}

const whoText = ({ actor, door }: Pick<ChangeDetails, 'actor' | 'door'>): string => `${actorText(actor)} (${door})`;
