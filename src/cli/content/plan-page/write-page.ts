import path from 'node:path';
import {
  type FindNew,
  type NewRecord,
  newRecordsAmong,
} from '../../../plugins/newsroom/features/history/server/new-names';
import type { Language } from '../../../plugins/newsroom/shared/panel';
import { openPlan, type StoredPlan } from '../../../plugins/rostra/server/src/plan/file';
import type { Summary } from '../../../plugins/rostra/server/src/plan/types';
import { placeText } from '../print-values';
import { minuteText } from '../who-when';
import { changesHtml } from './changes-html';
import { editsHtml } from './edits-html';
import { identifiedHtml } from './identified-html';
import { element, escaped, STYLE } from './markup';
import { nameOf } from './names';
import { PAGE_HEAD, writeParts } from './page-file';
import { type PageWords, pageWords } from './words';

interface PageOptions {
  /** The plan's file; it does not exist if there are faults. */
  plan: string;
  summary: Summary;
  sources: string[];
  language: Language;
}

/** Writes what a plan says to a page that needs nothing else: no script, no other file. Errors: PlanFileError. */
export const writePage = (file: string, options: PageOptions): Promise<void> => writeParts(file, pageParts(options));

async function* pageParts({ plan: file, summary, sources, language }: PageOptions): AsyncIterable<string> {
  const words = pageWords(language);
  const { texts } = words;
  const { faultCount } = summary;
  yield `${PAGE_HEAD}<html lang="${language === 'zh' ? 'zh-Hant' : 'en'}"><head><meta charset="utf-8">`;
  yield `<meta name="viewport" content="width=device-width"><title>${escaped(texts.title)}</title><style>${STYLE}</style></head><body>`;
  yield element('h1', escaped(texts.title));
  yield element(
    'p',
    `${escaped(sources.join(', '))}<br>${element('small', escaped(texts.made(minuteText(Date.now()))))}`,
  );
  if (faultCount > 0) yield element('p', element('strong', escaped(texts.nothing(faultCount))));
  yield countsHtml(summary, words);
  yield problemsHtml(texts.faults, summary.faults, faultCount, words);
  yield problemsHtml(texts.warnings, summary.warnings, summary.warningCount, words);
  const plan = faultCount > 0 ? undefined : await openPlan(file);
  const findNew = plan && newRecordsOnce(plan);
  yield* editsHtml(plan?.edits() ?? summary.edits, { words, findNew, counts: summary.editCounts });
  const unlisted = plan ? 0 : countOf(summary.editCounts) - summary.edits.length;
  if (unlisted > 0) yield element('p', escaped(texts.more(unlisted)));
  if (plan) yield* identifiedHtml(plan, summary, words);
  if (plan) yield* changesHtml(plan, { words, findNew });
  yield '</body></html>\n';
}

const countOf = (counts: Summary['editCounts']): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** All records that a plan creates or brings back, read when the first one is asked for. */
function newRecordsOnce(plan: StoredPlan): FindNew {
  let records: Promise<Map<string, NewRecord>> | undefined;
  return () => {
    records ??= newRecordsAmong(plan.changes());
    return records;
  };
}

function countsHtml({ counts }: Summary, words: PageWords): string {
  const row = (cells: (string | number)[], name: 'th' | 'td') =>
    element('tr', cells.map((cell) => element(name, escaped(String(cell)))).join(''));
  const rows = Object.entries(counts).map(([name, { created, changed, removed, unchanged }]) =>
    row([nameOf(name, words), created, changed, removed, unchanged], 'td'),
  );
  return element('table', [row(words.texts.columns, 'th'), ...rows].join(''));
}

interface Problem {
  file: string;
  record: number;
  line?: number;
  path: string;
  message: string;
  value?: string;
}

function problemsHtml(title: string, problems: Problem[], count: number, { texts }: PageWords): string {
  if (count === 0) return '';
  const lines = problems.map(({ path: field, message, value, file, ...place }) => {
    const given = value === undefined ? '' : ` ${element('code', escaped(value))}`;
    const what = `${field ? `${field}: ` : ''}${message}`;
    return element(
      'li',
      `${element('small', escaped(placeText({ ...place, file: path.basename(file) })))} ${escaped(what)}${given}`,
    );
  });
  const more = count > problems.length ? element('p', escaped(texts.more(count - problems.length))) : '';
  return element('h2', escaped(`${title} (${count})`)) + element('ul', lines.join('')) + more;
}
