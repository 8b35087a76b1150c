import {
  type Compared,
  type CompareOptions,
  compareChanges,
  type RecordChange,
} from '../../plugins/newsroom/features/history/server/compared';
import { isReturning } from '../../plugins/newsroom/features/history/server/new-names';
import { readsAll } from '../../plugins/newsroom/features/history/server/reader';
import { differenceOf } from '../../plugins/newsroom/features/history/shared/difference-of';
import type { Change } from '../../plugins/rostra/server/src/plan/types';
import { differenceText, nameText, valueText } from './difference-text';
import { placeText } from './print-values';
import { visible } from './visible';

/** A change of a plan or of a batch; of a plan also where its files have it, of a batch the fields whose values were erased. */
export type ShownChange = RecordChange &
  Partial<Pick<Change, 'file' | 'record' | 'line' | 'isNamed' | 'isReturning' | 'wasDeleted'>> & { erased?: string[] };

/** Describes changes for people, one text for each: `rs_bills 12 勞動基準法 (bills.csv, record 3)`, and below it what differs. */
export async function describeChanges(changes: ShownChange[], options: CompareOptions = {}): Promise<string[]> {
  const { rows, names } = await compareChanges(readsAll, changes, options);
  return rows.map((row) => describe(row, names));
}

type Row = Compared<ShownChange>['rows'][number];
type Names = Compared<ShownChange>['names'];

function describe({ change, fields, before, after, record }: Row, names: Names): string {
  const { resource, number, action } = change;
  const title = record.title === undefined || record.title === `${number}` ? '' : ` ${nameText(record.title)}`;
  if (action === 'remove') return `${resource} ${number}${title} (deleted)`;
  if (action === 'create') {
    const values = fields.map((field) => `${field.name} ${valueText(field, after ?? {}, names)}`).join(', ');
    const state = isReturning(change) ? '(restored)' : '(new)';
    const head = `${resource} ${number < 0 ? state : `${number} ${state}`}${placeOf(change)}`;
    return values === '' ? head : `${head}: ${values}`;
  }
  const head = `${resource} ${number}${title}${placeOf(change)}`;
  return [head, ...linesOf({ fields, before, after }, names), ...(change.erased ?? []).map(erasedText)].join('\n');
}

/** A change of a record, of which history may have erased some values. */
export type RevisionChange = RecordChange & { erased: string[] };

/** Describes what changes did to the fields of records, lines for each change: `  version_no: "1" → "2"`. */
export async function describeFields(changes: RevisionChange[]): Promise<string[][]> {
  const { rows, names } = await compareChanges(readsAll, changes);
  return rows.map((row) => [...linesOf(row, names), ...row.change.erased.map(erasedText)]);
}

/** A field whose values history no longer has. */
const erasedText = (name: string): string => `  ${name}: (erased)`;

const linesOf = ({ fields, before, after }: Pick<Row, 'fields' | 'before' | 'after'>, names: Names): string[] =>
  fields.map((field) => `  ${field.name}${differenceText(field, differenceOf(field, before, after), names)}`);

/** ` (bills.csv, record 3)`; empty for what no file says. */
function placeOf({ file, record = 0, line, isNamed }: ShownChange): string {
  if (!file) return '';
  return isNamed ? ` (${visible(file)})` : ` (${placeText({ file, record, ...(line !== undefined && { line }) })})`;
}
