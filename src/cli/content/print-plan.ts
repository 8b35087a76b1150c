import { newRecordsAmong } from '../../plugins/newsroom/features/history/server/new-names';
import { openPlan } from '../../plugins/rostra/server/src/plan/file';
import type { Change, PlanFault, PlanWarning, Summary } from '../../plugins/rostra/server/src/plan/types';
import { quantity } from '../command';
import { describeChanges } from './describe-changes';
import { describeEdits } from './print-edits';
import { describeIdentified } from './print-identified';
import { placeText } from './print-values';

interface PlanPrintOptions {
  show: number;
  json?: boolean;
  /** Whether the plan is applied immediately. */
  isImport?: boolean;
}

/** Prints what a plan would do: counts, changes as before → after, faults, warnings. */
export async function printPlan(
  file: string,
  summary: Summary,
  { show, json, isImport }: PlanPrintOptions,
): Promise<void> {
  if (json) {
    const plan = isImport || summary.faultCount > 0 ? undefined : file;
    if (!isImport || summary.faultCount > 0) console.log(JSON.stringify({ plan, ...summary }));
    return;
  }
  const {
    faults,
    faultCount,
    warnings,
    warningCount,
    ignored,
    withoutKey,
    noteCount,
    adoptedCount = 0,
    sourceName,
  } = summary;
  for (const fault of faults.slice(0, show)) console.error(describeFault(fault));
  if (faultCount > show)
    console.error(`… and ${faultCount - Math.min(show, faults.length)} more faults (--show ${faultCount})`);
  for (const warning of warnings.slice(0, show)) console.log(describeWarning(warning));
  if (warningCount > show) console.log(`… and ${warningCount - Math.min(show, warnings.length)} more warnings`);
  for (const [field, records] of Object.entries(ignored))
    console.log(`Unknown field, ignored: ${field} (${quantity(records, 'record')})`);
  if (withoutKey > 0)
    console.log(
      `${quantity(withoutKey, 'record')} without id: created again by each import. --match FIELDS finds stored records.`,
    );
  for await (const text of describeEdits(file, summary, show)) console.log(text);
  for (const text of describeIdentified(summary, show)) console.log(text);
  if (faultCount === 0 && !isImport) await printChanges(file, show);
  console.log(table(summary));
  if (faultCount > 0)
    console.log(`${quantity(faultCount, 'fault')}: nothing was ${isImport ? 'imported' : 'planned'}.`);
  else if (noteCount > 0)
    console.log(
      `Of ${quantity(noteCount, 'record')} the files say something that is stored already, or stays as people have left it: ${isImport ? '' : 'once the plan is applied, '}the next import knows.`,
    );
  if (faultCount === 0 && adoptedCount > 0)
    console.log(
      `Among that ${quantity(adoptedCount, 'value')} that people or other imports have entered: ${isImport ? 'from now on' : 'once the plan is applied,'} ${adoptedCount === 1 ? 'it counts' : 'they count'} as what ${sourceName === undefined ? 'imports without a source say' : `${sourceName} says`}.`,
    );
  if (faultCount === 0 && !isImport)
    console.log(
      `\nThe plan is in ${file}\n${hasEffect(summary) ? `Apply it with: npm run content -- apply ${quote(file)}` : 'It changes nothing, and notes nothing: there is nothing to apply.'}`,
    );
}

/** Whether applying a plan writes or notes anything. */
const hasEffect = ({ counts, noteCount, identifiedCount }: Summary): boolean =>
  noteCount > 0 ||
  identifiedCount > 0 ||
  Object.values(counts).some(({ created, changed, removed }) => created + changed + removed > 0);

/** Prints the first changes of a plan. */
async function printChanges(file: string, show: number): Promise<void> {
  const plan = await openPlan(file);
  const first: Change[] = [];
  let count = 0;
  for await (const change of plan.changes()) {
    count += 1;
    if (count <= show) first.push(change);
  }
  for (const text of await describeChanges(first, { findNew: (keys) => newRecordsAmong(plan.changes(), keys) }))
    console.log(text);
  if (count > show) console.log(`… and ${count - show} more (--show ${count}, or see the plan's file)`);
}

/** A fault in one line: `rs_bills.json, record 12: act_id: acts has no record 99 [UNKNOWN_REFERENCE]; given: 99`. */
function describeFault({ path, code, message, value, ...place }: PlanFault): string {
  const suffix = value === undefined ? '' : `; given: ${value}`;
  return `${placeText(place)}: ${path ? `${path}: ` : ''}${message} [${code}]${suffix}`;
}

const describeWarning = ({ code, path, message, resource, number, ...place }: PlanWarning): string =>
  `Warning: ${place.file ? `${placeText(place)}: ` : ''}${number < 0 ? resource : `${resource} ${number}`}${path ? `, ${path}` : ''}: ${message} [${code}]`;

/** Quotes a text for the shell if needed. */
const quote = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

function table({ counts }: Summary): string {
  const rows = Object.entries(counts).map(([name, { created, changed, removed, unchanged }]) => [
    name,
    created,
    changed,
    removed,
    unchanged,
  ]);
  return [['', 'created', 'changed', 'removed', 'unchanged'], ...rows]
    .map(([name, ...numbers]) =>
      [String(name).padEnd(20), ...numbers.map((each) => String(each).padStart(10))].join(''),
    )
    .join('\n');
}
