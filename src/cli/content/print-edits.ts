import { isEqual, type JsonObject } from '../../common/json';
import { type FindNew, newRecordsAmong } from '../../plugins/newsroom/features/history/server/new-names';
import { differenceOf } from '../../plugins/newsroom/features/history/shared/difference-of';
import type { Comparison } from '../../plugins/newsroom/features/history/shared/history';
import { openPlan } from '../../plugins/rostra/server/src/plan/file';
import type { EditKind, PlanEdit, StayReason, Summary } from '../../plugins/rostra/server/src/plan/types';
import { quantity } from '../command';
import { differenceText, nameText, valueText } from './difference-text';
import { fieldOfEdit, namesInEdits, titleOfEdit, valuesOfEdit } from './edit-values';
import { placeText } from './print-values';
import { whoText } from './who-when';

/** What somebody may have to decide comes first. */
const KINDS: EditKind[] = ['conflict', 'gone', 'deleted', 'matched', 'merged', 'edited'];

/** Says what people have done since the last import, and what the plan makes of it. `file` is that of the plan, if it has no faults. */
export async function* describeEdits(file: string, summary: Summary, show: number): AsyncIterable<string> {
  const { edits, editCounts } = summary;
  const kinds = KINDS.filter((kind) => editCounts[kind]);
  const count = kinds.reduce((sum, kind) => sum + (editCounts[kind] ?? 0), 0);
  const first: PlanEdit[] = [];
  for await (const edit of sorted(file, summary, Math.min(show, count))) first.push(edit);
  const find: FindNew = async (keys) => newRecordsAmong((await openPlan(file)).changes(), keys);
  const names = await namesInEdits(first, summary.faultCount > 0 ? undefined : find);
  for (const edit of first) yield describeEdit(edit, names);
  const shown = first.length;
  if (count > shown) yield `… and ${count - shown} more (--show ${count})`;
  for (const kind of kinds) {
    const listed = edits.filter((each) => each.kind === kind);
    const taken = listed.filter(({ isTaken }) => isTaken).length;
    yield SUMS[kind](editCounts[kind] ?? 0, taken === 0 ? 'none' : taken === listed.length ? 'all' : 'some');
  }
}

/** The first edits, by kind: of the summary if that has enough, otherwise of the file. */
async function* sorted(
  file: string,
  { edits, editCounts, faultCount }: Summary,
  count: number,
): AsyncIterable<PlanEdit> {
  const listed = KINDS.flatMap((kind) => edits.filter((each) => each.kind === kind));
  const isComplete = KINDS.every((kind) => {
    const known = listed.filter((each) => each.kind === kind).length;
    return known === (editCounts[kind] ?? 0) || known >= count;
  });
  if (isComplete || faultCount > 0) {
    yield* listed.slice(0, count);
    return;
  }
  const plan = await openPlan(file);
  let rest = count;
  for (const kind of KINDS)
    for await (const edit of plan.edits()) {
      if (rest === 0) return;
      if (edit.kind !== kind) continue;
      yield edit;
      rest -= 1;
    }
}

/** `rs_bills 12 勞動基準法 (bills.csv, record 3), version_no: …`, and below it what each side says. */
function describeEdit(edit: PlanEdit, names: Comparison['names']): string {
  const { resource, number, kind, path, isTaken, by, stay, ...place } = edit;
  const title = titleOfEdit(edit, names);
  const what = `${resource} ${number}${title === undefined ? '' : ` ${nameText(title)}`} (${placeText(place)})${path ? `, ${path}` : ''}`;
  const who = by ? whoText(by) : '';
  if (kind === 'deleted') return `${isTaken ? 'Returns' : 'Stays deleted'}: ${what}: deleted by ${who}`;
  if (kind === 'gone')
    return `${isTaken ? 'Removed' : 'Kept'}: ${what}: no longer at the source; ${stayText(stay, who)}`;
  if (kind === 'matched')
    return `${isTaken ? 'Matched' : 'Matched, kept'}: ${what}: made by hand; no import has written it yet`;
  const field = fieldOfEdit(edit);
  const [base, stored, given] = valuesOfEdit(edit);
  /** A long value as what differs from the last import, or from what is stored. */
  const side = (value: JsonObject | null, former: JsonObject | null): string => {
    const whole = value ? valueText(field, value, names) : 'null';
    if (!value || !former || isEqual(value[path], former[path])) return whole;
    const isPart = Array.isArray(value[path]) || whole.endsWith('…') || whole === valueText(field, former, names);
    return isPart ? differenceText(field, differenceOf(field, former, value), names).replace(/^: ?/, '') : whole;
  };
  const lines = [
    ...(base === null ? [] : [`  last import: ${valueText(field, base, names)}`]),
    `  now:         ${side(stored, base)} (${who || 'by hand'})`,
    ...(kind === 'edited' ? [] : [`  file:        ${side(given, base ?? stored)}`]),
  ];
  return [`${HEADS[kind](isTaken)}: ${what}`, ...lines].join('\n');
}

/** `topic_relations 5, which belongs to it, was made by …` */
function stayText(
  { reason = 'unknown', sources = [], user, dependent }: Partial<StayReason> = {},
  who: string,
): string {
  const subject = dependent ? `${dependent.resource} ${dependent.number}, which belongs to it, ` : 'it ';
  if (reason === 'known') return `${subject}is known to ${sources.join(', ')}, too`;
  if (reason === 'unknown') return `${subject}was there before history began, and nobody knows who made it`;
  if (reason === 'required') return `${subject}is required by ${user?.resource} ${user?.number}`;
  if (reason === 'kept') return `${subject}is to be kept`;
  return `${subject}was ${reason} by ${who || 'hand'}`;
}

const HEADS: Record<'edited' | 'merged' | 'conflict', (isTaken: boolean) => string> = {
  edited: () => 'Kept',
  merged: () => 'Merged',
  conflict: (isTaken) => (isTaken ? 'Conflict, the file wins' : 'Conflict, kept'),
};

/** Of how many the plan does what the file says. */
type Taken = 'none' | 'some' | 'all';

const SUMS: Record<EditKind, (count: number, taken: Taken) => string> = {
  edited: (count) =>
    `${quantity(count, 'field')} changed by hand or by another source, and kept: the file says what the last import said.`,
  merged: (count) => `${quantity(count, 'list')} changed by the file and by hand or by another source, and merged.`,
  conflict: (count, taken) =>
    `${quantity(count, 'field')} changed by the file and by hand or by another source: ${{ all: 'the file wins', some: 'the file wins in some', none: `kept as ${they(count, 'is', 'are')}; --take-file takes what the file says${count === 1 ? '' : ', --take RESOURCE/ID/FIELD in one of them'}` }[taken]}.`,
  gone: (count, taken) =>
    `${quantity(count, 'record')} no longer at the source, but made, changed or restored by hand, known or required elsewhere, or of unknown origin: ${{ all: `${they(count, 'is', 'are')} removed`, some: 'some are removed', none: `${they(count, 'stays', 'stay')}; --sync-all removes ${them(count)}${oneOf(count)}, unless it is required` }[taken]}.`,
  deleted: (count, taken) =>
    `${quantity(count, 'record')} deleted by hand: ${{ all: they(count, 'returns', 'return'), some: 'some return', none: `${they(count, 'stays', 'stay')} deleted; --restore-deleted brings ${them(count)} back${oneOf(count)}` }[taken]}.`,
  matched: (count, taken) =>
    `${quantity(count, 'record')} made by hand and matched: ${{ all: 'the file wins', some: 'the file wins in some', none: 'kept as people have left it' }[taken]}${taken === 'none' ? '' : '; --keep RESOURCE/ID or RESOURCE/ID/FIELD keeps what people have put there'}.`,
};

/** `it stays`, `they stay`. */
const they = (count: number, one: string, many: string): string => (count === 1 ? `it ${one}` : `they ${many}`);

const them = (count: number): string => (count === 1 ? 'it' : 'them');

/** How to decide one of several. */
const oneOf = (count: number): string => (count === 1 ? '' : ', --take RESOURCE/ID one of them');
