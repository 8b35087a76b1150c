import path from 'node:path';
import { isEqual, type JsonObject } from '../../../common/json';
import type { FindNew } from '../../../plugins/newsroom/features/history/server/new-names';
import { nameRecords, readsAll } from '../../../plugins/newsroom/features/history/server/reader';
import { differenceOf } from '../../../plugins/newsroom/features/history/shared/difference-of';
import { titleOf } from '../../../plugins/newsroom/shared/panels';
import type { EditKind, PlanEdit, Summary } from '../../../plugins/rostra/server/src/plan/types';
import { resourceByName } from '../../../plugins/rostra/server/src/resource/registry';
import { run } from '../../../plugins/rostra/server/src/store/database';
import { fieldOfEdit, namesInEdits, valuesOfEdit } from '../edit-values';
import { whoText } from '../who-when';
import { differenceHtml, type FieldContext, valueHtml } from './difference-html';
import { element, escaped } from './markup';
import { nameOf as resourceNameOf } from './names';
import type { PageWords } from './words';

/** The things that are named together. */
const CHUNK = 200;

interface EditsContext {
  words: PageWords;
  findNew: FindNew | undefined;
  /** How many there are of each kind. */
  counts: Summary['editCounts'];
}

/** What people have done since the last import, as HTML. */
export async function* editsHtml(
  edits: AsyncIterable<PlanEdit> | Iterable<PlanEdit>,
  context: EditsContext,
): AsyncIterable<string> {
  let chunk: PlanEdit[] = [];
  let isFirst = true;
  const flush = async (): Promise<string> => {
    const heading = isFirst ? headingHtml(context) : '';
    isFirst = false;
    const html = await articlesOf(chunk, context);
    chunk = [];
    return heading + html;
  };
  for await (const edit of edits) {
    chunk.push(edit);
    if (chunk.length >= CHUNK) yield await flush();
  }
  if (chunk.length > 0) yield await flush();
}

/** The heading, how many there are of each kind, and how to decide single ones. */
function headingHtml({ words: { texts }, counts }: EditsContext): string {
  const rows = (Object.keys(texts.editSums) as EditKind[]).flatMap((kind) => {
    const cells = [texts.editSums[kind], String(counts[kind] ?? 0)].map((text) => element('td', escaped(text)));
    return counts[kind] ? element('tr', cells.join('')) : [];
  });
  return (
    element('h2', escaped(texts.edits)) +
    element('table', rows.join('')) +
    element('p', element('small', escaped(texts.decide)))
  );
}

/** The name by which `--take` and `--keep` decide an edit; empty if nothing can be decided. */
const decisionHtml = ({ resource, number, path: field, stay }: PlanEdit): string =>
  number < 0 || stay?.reason === 'required'
    ? ''
    : ` ${element('code', escaped([resource, number, ...(field ? [field] : [])].join('/')))}`;

async function articlesOf(edits: PlanEdit[], { words, findNew }: EditsContext): Promise<string> {
  const [names, nameOf] = await Promise.all([
    namesInEdits(edits, findNew),
    nameRecords(
      readsAll,
      edits.map(({ resource, number }) => ({ resource, publicId: number })),
      run,
    ),
  ]);
  const { texts, language } = words;
  return edits
    .map((edit) => {
      const { resource, number, kind, isTaken, by, file, record, line, stay, path: field } = edit;
      const { uid } = resourceByName(resource);
      const title = titleOf(uid, nameOf({ resource, publicId: number }), language);
      const state = texts.editKinds[kind][isTaken ? 1 : 0];
      const who = by ? whoText(by, texts) : '';
      const at = record > 0 ? texts.place(record, line) : '';
      const place = [stay ? stayText(stay, words) : '', who, path.basename(file), at].filter(Boolean).join(' · ');
      const head = `${escaped(title)} ${element('small', String(number))} ${element('span', escaped(state), 'badge')} ${element('small', escaped(place))}${decisionHtml(edit)}`;
      const context = { uid, field: fieldOfEdit(edit), names, words };
      return element('article', element('h3', head) + (field === '' ? '' : sidesHtml(edit, context)));
    })
    .join('');
}

/** Why a record that the source no longer has stays. */
function stayText({ reason, sources = [], user, dependent }: NonNullable<PlanEdit['stay']>, words: PageWords): string {
  const { texts } = words;
  const textOf = (record: { resource: string; number: number }) =>
    `${resourceNameOf(record.resource, words)} ${record.number}`;
  return (
    (dependent ? texts.dependent(textOf(dependent)) : '') +
    texts.stays[reason](user ? textOf(user) : sources.join(', '))
  );
}

/** What the last import left, and what differs from it in what is stored and in what the file says. */
function sidesHtml(edit: PlanEdit, context: FieldContext): string {
  const [base, stored, given] = valuesOfEdit(edit);
  const { words, uid, field } = context;
  const side = (label: string, value: JsonObject | null, former: JsonObject | null): string => {
    const html =
      value && former && !isEqual(value, former)
        ? differenceHtml(differenceOf(field, former, value), context)
        : value
          ? valueHtml(value, context)
          : escaped(words.t('value.none'));
    return element('dt', escaped(label)) + element('dd', html);
  };
  const [last, now, file] = words.texts.sides;
  const lines = [
    element('dt', element('strong', escaped(words.fieldOf(uid, field)))) + element('dd', ''),
    ...(base ? [side(last, base, null)] : []),
    side(now, stored, base),
    ...(edit.kind === 'edited' ? [] : [side(file, given, base ?? stored)]),
  ];
  return element('dl', lines.join(''));
}
